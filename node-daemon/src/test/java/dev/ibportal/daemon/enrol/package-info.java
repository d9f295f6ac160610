@NullMarked
package dev.ibportal.daemon.enrol;

import org.jspecify.annotations.NullMarked;
