/** Choosing nodes by their facts, and deciding about each. Free of frameworks. */
@NullMarked
package dev.ibportal.portal.drivers.core;

import org.jspecify.annotations.NullMarked;
