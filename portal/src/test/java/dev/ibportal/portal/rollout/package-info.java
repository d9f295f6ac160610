@NullMarked
package dev.ibportal.portal.rollout;

import org.jspecify.annotations.NullMarked;
