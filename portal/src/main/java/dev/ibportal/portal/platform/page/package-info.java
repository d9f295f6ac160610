/** What all pages share: the shell around them, ages and times, badges, bars, list state and forms. */
@NullMarked
package dev.ibportal.portal.platform.page;

import org.jspecify.annotations.NullMarked;
