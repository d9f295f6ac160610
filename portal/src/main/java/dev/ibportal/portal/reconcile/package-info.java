/**
 * Brings fabrics to what people want: builds the configuration, has it applied, and moves memberships and partitions on
 * by what was read back from ports.
 */
@NullMarked
package dev.ibportal.portal.reconcile;

import org.jspecify.annotations.NullMarked;
