/**
 * The portal's own certificate authority: a root, an online intermediate, the server certificate of the daemons' port
 * and the short-lived client certificates of nodes. Knows keys and certificates, not enrolment.
 */
@NullMarked
package dev.ibportal.portal.platform.pki;

import org.jspecify.annotations.NullMarked;
