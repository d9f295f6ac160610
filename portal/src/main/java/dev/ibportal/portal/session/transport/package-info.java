/**
 * The port that daemons dial: TLS with an optional client certificate, limits, and who the peer is. Knows nothing of
 * what daemons say.
 */
@NullMarked
package dev.ibportal.portal.session.transport;

import org.jspecify.annotations.NullMarked;
