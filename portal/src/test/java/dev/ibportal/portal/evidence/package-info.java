@NullMarked
package dev.ibportal.portal.evidence;

import org.jspecify.annotations.NullMarked;
