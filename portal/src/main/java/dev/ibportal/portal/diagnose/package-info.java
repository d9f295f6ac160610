/** Why two members of a partition do not reach each other: evidence of both ends and of the fabric, and one cause. */
@NullMarked
package dev.ibportal.portal.diagnose;

import org.jspecify.annotations.NullMarked;
