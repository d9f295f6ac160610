/** Gathers, with what an admin would use and without changing anything, the facts that a diagnosis is judged from. */
@NullMarked
package dev.ibportal.daemon.diagnose;

import org.jspecify.annotations.NullMarked;
