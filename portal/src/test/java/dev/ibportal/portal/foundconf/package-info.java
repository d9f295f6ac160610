@NullMarked
package dev.ibportal.portal.foundconf;

import org.jspecify.annotations.NullMarked;
