@NullMarked
package dev.ibportal.portal.platform.live;

import org.jspecify.annotations.NullMarked;
