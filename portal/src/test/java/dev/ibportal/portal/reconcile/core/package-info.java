@NullMarked
package dev.ibportal.portal.reconcile.core;

import org.jspecify.annotations.NullMarked;
