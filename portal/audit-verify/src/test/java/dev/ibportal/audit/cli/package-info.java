@NullMarked
package dev.ibportal.audit.cli;

import org.jspecify.annotations.NullMarked;
