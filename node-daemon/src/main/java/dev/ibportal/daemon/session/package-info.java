/** The one stream to the portal: dialling, what is said on it in both directions, and what is remembered of it. */
@NullMarked
package dev.ibportal.daemon.session;

import org.jspecify.annotations.NullMarked;
