@NullMarked
package dev.ibportal.portal.reconcile.sm;

import org.jspecify.annotations.NullMarked;
