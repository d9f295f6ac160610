/** The people of a tenant, how they are invited, and its service accounts. */
@NullMarked
package dev.ibportal.portal.people;

import org.jspecify.annotations.NullMarked;
