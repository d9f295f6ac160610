/** Judgements about a fabric, as pure functions of what was seen. */
@NullMarked
package dev.ibportal.portal.posture.core;

import org.jspecify.annotations.NullMarked;
