@NullMarked
package dev.ibportal.daemon.simulate;

import org.jspecify.annotations.NullMarked;
