/** The data store: embedded or external PostgreSQL, its two datasources, and helpers for plain SQL. */
@NullMarked
package dev.ibportal.portal.platform.db;

import org.jspecify.annotations.NullMarked;
