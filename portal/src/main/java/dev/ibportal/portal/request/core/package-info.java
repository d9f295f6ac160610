/** The way of a request, free of frameworks. */
@NullMarked
package dev.ibportal.portal.request.core;

import org.jspecify.annotations.NullMarked;
