@NullMarked
package dev.ibportal.portal.partition;

import org.jspecify.annotations.NullMarked;
