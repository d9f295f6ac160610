@NullMarked
package dev.ibportal.portal.evidence.core;

import org.jspecify.annotations.NullMarked;
