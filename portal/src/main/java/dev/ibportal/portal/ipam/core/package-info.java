/** Address arithmetic of a pool, free of frameworks. */
@NullMarked
package dev.ibportal.portal.ipam.core;

import org.jspecify.annotations.NullMarked;
