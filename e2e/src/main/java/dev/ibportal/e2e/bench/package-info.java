/** Measurements of the whole product: {@code mvn -Pbench}. What they gave is in docs/measurements. */
@NullMarked
package dev.ibportal.e2e.bench;

import org.jspecify.annotations.NullMarked;
