/** Which tenant a request acts for, and how that reaches Hibernate and row-level security. */
@NullMarked
package dev.ibportal.portal.platform.tenancy;

import org.jspecify.annotations.NullMarked;
