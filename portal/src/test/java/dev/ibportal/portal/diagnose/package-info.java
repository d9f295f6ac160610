@NullMarked
package dev.ibportal.portal.diagnose;

import org.jspecify.annotations.NullMarked;
