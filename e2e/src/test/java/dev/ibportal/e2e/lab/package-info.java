/** Drives the lab of {@code e2e/lab}: a simulated fabric with real OpenSM, and hosts in network namespaces. */
@NullMarked
package dev.ibportal.e2e.lab;

import org.jspecify.annotations.NullMarked;
