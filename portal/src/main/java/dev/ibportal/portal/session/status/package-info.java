/** Writes down what nodes say of their interfaces, many reports at a time. */
@NullMarked
package dev.ibportal.portal.session.status;

import org.jspecify.annotations.NullMarked;
