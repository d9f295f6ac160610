@NullMarked
package dev.ibportal.portal.rollout.core;

import org.jspecify.annotations.NullMarked;
