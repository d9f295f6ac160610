@NullMarked
package dev.ibportal.daemon.cli;

import org.jspecify.annotations.NullMarked;
