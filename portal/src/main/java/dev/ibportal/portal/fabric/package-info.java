/** Fabrics: one subnet with one logical subnet manager each, and what was heard of it. */
@NullMarked
package dev.ibportal.portal.fabric;

import org.jspecify.annotations.NullMarked;
