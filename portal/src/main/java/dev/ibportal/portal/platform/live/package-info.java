/** Tells open pages that something they show has changed; what it is they read again with their own rights. */
@NullMarked
package dev.ibportal.portal.platform.live;

import org.jspecify.annotations.NullMarked;
