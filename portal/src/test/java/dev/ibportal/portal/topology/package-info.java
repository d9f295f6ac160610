@NullMarked
package dev.ibportal.portal.topology;

import org.jspecify.annotations.NullMarked;
