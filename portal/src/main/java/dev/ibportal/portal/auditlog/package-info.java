/** The audit log: written in the transaction of the change it tells of. */
@NullMarked
package dev.ibportal.portal.auditlog;

import org.jspecify.annotations.NullMarked;
