/** Tamper evidence of the audit log: numbers, sealed blocks, keys, anchors, retention, and the check of it all. */
@NullMarked
package dev.ibportal.portal.seal;

import org.jspecify.annotations.NullMarked;
