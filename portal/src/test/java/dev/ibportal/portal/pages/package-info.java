/** Pages as people get them, without scripts. */
@NullMarked
package dev.ibportal.portal.pages;

import org.jspecify.annotations.NullMarked;
