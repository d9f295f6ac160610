/** Whole-product tests: portal and daemons run as processes. */
@NullMarked
package dev.ibportal.e2e;

import org.jspecify.annotations.NullMarked;
