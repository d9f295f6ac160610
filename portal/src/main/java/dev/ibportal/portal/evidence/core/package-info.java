/** Judging what was seen; no framework. */
@NullMarked
package dev.ibportal.portal.evidence.core;

import org.jspecify.annotations.NullMarked;
