@NullMarked
package dev.ibportal.portal.capacity;

import org.jspecify.annotations.NullMarked;
