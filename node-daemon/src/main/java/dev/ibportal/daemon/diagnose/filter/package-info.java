/** Whether the host's packet filter would drop what two hosts send each other. Reads listings, runs nothing. */
@NullMarked
package dev.ibportal.daemon.diagnose.filter;

import org.jspecify.annotations.NullMarked;
