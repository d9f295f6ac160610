/** What goes wrong because of what somebody asked for, and how that is told. */
@NullMarked
package dev.ibportal.portal.platform.fault;

import org.jspecify.annotations.NullMarked;
