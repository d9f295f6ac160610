@NullMarked
package dev.ibportal.portal.posture.core;

import org.jspecify.annotations.NullMarked;
