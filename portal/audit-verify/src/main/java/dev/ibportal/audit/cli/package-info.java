/** The command that proves an export. */
@NullMarked
package dev.ibportal.audit.cli;

import org.jspecify.annotations.NullMarked;
