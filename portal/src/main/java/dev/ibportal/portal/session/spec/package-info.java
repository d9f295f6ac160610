/** Builds what nodes are told, and sends it to those that are there. */
@NullMarked
package dev.ibportal.portal.session.spec;

import org.jspecify.annotations.NullMarked;
