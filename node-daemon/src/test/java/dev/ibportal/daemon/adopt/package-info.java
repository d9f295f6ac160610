@NullMarked
package dev.ibportal.daemon.adopt;

import org.jspecify.annotations.NullMarked;
