/** Looks at a whole fabric with the tools that discover it. */
@NullMarked
package dev.ibportal.daemon.survey;

import org.jspecify.annotations.NullMarked;
