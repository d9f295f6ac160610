@NullMarked
package dev.ibportal.daemon.sm;

import org.jspecify.annotations.NullMarked;
