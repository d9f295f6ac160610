/** Arithmetic of forecasts and fits, free of frameworks. */
@NullMarked
package dev.ibportal.portal.capacity.core;

import org.jspecify.annotations.NullMarked;
