@NullMarked
package dev.ibportal.portal.drivers;

import org.jspecify.annotations.NullMarked;
