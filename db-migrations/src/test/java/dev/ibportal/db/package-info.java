/** What the schema promises, tried out with plain SQL as the roles of the application. */
@NullMarked
package dev.ibportal.db;

import org.jspecify.annotations.NullMarked;
