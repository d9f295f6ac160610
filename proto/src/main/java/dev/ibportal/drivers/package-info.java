/** Which driver stack fits which node, decided by facts before anything is downloaded. */
@NullMarked
package dev.ibportal.drivers;

import org.jspecify.annotations.NullMarked;
