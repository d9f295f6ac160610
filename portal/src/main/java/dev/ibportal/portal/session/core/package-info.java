/** Decisions about sessions, specs and statuses as pure functions. */
@NullMarked
package dev.ibportal.portal.session.core;

import org.jspecify.annotations.NullMarked;
