@NullMarked
package dev.ibportal.portal.auditlog;

import org.jspecify.annotations.NullMarked;
