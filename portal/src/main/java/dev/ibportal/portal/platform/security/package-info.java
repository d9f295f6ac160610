/** Who calls, what they may do, and how they prove it. */
@NullMarked
package dev.ibportal.portal.platform.security;

import org.jspecify.annotations.NullMarked;
