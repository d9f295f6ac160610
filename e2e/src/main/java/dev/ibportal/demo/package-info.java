/** The demo: the real portal and a simulated fabric as processes, set up through the doors that everybody has. */
@NullMarked
package dev.ibportal.demo;

import org.jspecify.annotations.NullMarked;
