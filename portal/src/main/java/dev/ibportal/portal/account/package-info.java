/** People: users, their sessions and their personal tokens. */
@NullMarked
package dev.ibportal.portal.account;

import org.jspecify.annotations.NullMarked;
