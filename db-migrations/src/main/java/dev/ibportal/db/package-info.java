/** The schema as SQL under db/migration: tables, roles, policies. */
@NullMarked
package dev.ibportal.db;

import org.jspecify.annotations.NullMarked;
