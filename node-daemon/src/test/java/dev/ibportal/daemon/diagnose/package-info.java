@NullMarked
package dev.ibportal.daemon.diagnose;

import org.jspecify.annotations.NullMarked;
