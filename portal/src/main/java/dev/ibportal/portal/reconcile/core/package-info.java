/** What a fabric is to be told, and what a table proves, as pure functions. */
@NullMarked
package dev.ibportal.portal.reconcile.core;

import org.jspecify.annotations.NullMarked;
