/** Bringing a group of nodes to a driver profile, wave by wave. */
@NullMarked
package dev.ibportal.portal.rollout;

import org.jspecify.annotations.NullMarked;
