@NullMarked
package dev.ibportal.opensm.found;

import org.jspecify.annotations.NullMarked;
