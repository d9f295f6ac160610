/** Tenants. */
@NullMarked
package dev.ibportal.portal.tenant;

import org.jspecify.annotations.NullMarked;
