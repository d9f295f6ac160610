/** A partitions.conf that somebody wrote by hand, read line by line, shown, and taken over when a person says so. */
@NullMarked
package dev.ibportal.portal.foundconf;

import org.jspecify.annotations.NullMarked;
