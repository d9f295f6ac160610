/**
 * Work in the background: wake-ups from the database, ticks of this process, and jobs of which the database lets only
 * one run at a time for each object.
 */
@NullMarked
package dev.ibportal.portal.platform.jobs;

import org.jspecify.annotations.NullMarked;
