/** What the portal's tests share: a database of their own, people, tokens, and a count of SQL statements. */
@NullMarked
package dev.ibportal.portal.testing;

import org.jspecify.annotations.NullMarked;
