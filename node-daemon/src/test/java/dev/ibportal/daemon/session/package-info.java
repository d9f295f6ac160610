@NullMarked
package dev.ibportal.daemon.session;

import org.jspecify.annotations.NullMarked;
