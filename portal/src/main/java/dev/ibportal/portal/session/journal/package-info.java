/** What daemons did as root, kept for the page of their node. */
@NullMarked
package dev.ibportal.portal.session.journal;

import org.jspecify.annotations.NullMarked;
