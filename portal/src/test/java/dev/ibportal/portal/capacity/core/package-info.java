@NullMarked
package dev.ibportal.portal.capacity.core;

import org.jspecify.annotations.NullMarked;
