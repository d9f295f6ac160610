/** What the portal says on the terminal when it has no log. */
@NullMarked
package dev.ibportal.portal.platform.cli;

import org.jspecify.annotations.NullMarked;
