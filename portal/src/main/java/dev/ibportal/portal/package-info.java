/** The web portal, one package per feature. */
@NullMarked
package dev.ibportal.portal;

import org.jspecify.annotations.NullMarked;
