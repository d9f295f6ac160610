@NullMarked
package dev.ibportal.portal.session.live;

import org.jspecify.annotations.NullMarked;
