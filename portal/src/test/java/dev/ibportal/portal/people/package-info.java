@NullMarked
package dev.ibportal.portal.people;

import org.jspecify.annotations.NullMarked;
