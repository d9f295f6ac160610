/** What is left of keys, slots and addresses, for how long, and whether a new tenant fits. */
@NullMarked
package dev.ibportal.portal.capacity;

import org.jspecify.annotations.NullMarked;
