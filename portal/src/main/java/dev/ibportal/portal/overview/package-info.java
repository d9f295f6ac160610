/** The first page: what there is, what needs attention now, and the first steps when there is nothing yet. */
@NullMarked
package dev.ibportal.portal.overview;

import org.jspecify.annotations.NullMarked;
