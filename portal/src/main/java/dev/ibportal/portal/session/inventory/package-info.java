/** What nodes say that they are made of. */
@NullMarked
package dev.ibportal.portal.session.inventory;

import org.jspecify.annotations.NullMarked;
