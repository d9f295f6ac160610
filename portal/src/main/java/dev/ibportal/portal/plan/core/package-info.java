/** Pure parts of plans. */
@NullMarked
package dev.ibportal.portal.plan.core;

import org.jspecify.annotations.NullMarked;
