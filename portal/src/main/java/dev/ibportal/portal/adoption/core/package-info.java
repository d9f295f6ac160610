/** How a hand-made interface becomes a proposal, free of frameworks. */
@NullMarked
package dev.ibportal.portal.adoption.core;

import org.jspecify.annotations.NullMarked;
