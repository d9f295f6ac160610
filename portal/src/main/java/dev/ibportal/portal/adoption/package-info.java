/** What was configured by hand on nodes, read into memberships that change nothing when they are accepted. */
@NullMarked
package dev.ibportal.portal.adoption;

import org.jspecify.annotations.NullMarked;
