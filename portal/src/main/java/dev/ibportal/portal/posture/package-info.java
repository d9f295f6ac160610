/** How well a fabric is guarded, and where its ports differ from what is wanted. */
@NullMarked
package dev.ibportal.portal.posture;

import org.jspecify.annotations.NullMarked;
