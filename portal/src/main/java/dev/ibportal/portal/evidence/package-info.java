/** What shows that a tenant is apart from all others, as far as the portal knows it. */
@NullMarked
package dev.ibportal.portal.evidence;

import org.jspecify.annotations.NullMarked;
