/** Subnet managers of different kinds behind one port. */
@NullMarked
package dev.ibportal.portal.reconcile.sm;

import org.jspecify.annotations.NullMarked;
