/** Which driver stack fits which node: the catalogue of profiles, and what it says to the nodes there are. */
@NullMarked
package dev.ibportal.portal.drivers;

import org.jspecify.annotations.NullMarked;
