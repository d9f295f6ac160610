/** The shape of a fabric and its picture, as pure functions of what was seen. */
@NullMarked
package dev.ibportal.portal.topology.core;

import org.jspecify.annotations.NullMarked;
