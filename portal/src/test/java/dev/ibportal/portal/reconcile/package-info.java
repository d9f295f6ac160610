@NullMarked
package dev.ibportal.portal.reconcile;

import org.jspecify.annotations.NullMarked;
