@NullMarked
package dev.ibportal.daemon.state;

import org.jspecify.annotations.NullMarked;
