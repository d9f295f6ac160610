@NullMarked
package dev.ibportal.portal.posture;

import org.jspecify.annotations.NullMarked;
