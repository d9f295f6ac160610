/** Which node is next, and what a node does next. Free of frameworks, clocks and databases. */
@NullMarked
package dev.ibportal.portal.rollout.core;

import org.jspecify.annotations.NullMarked;
