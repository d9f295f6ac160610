@NullMarked
package dev.ibportal.portal.fabric;

import org.jspecify.annotations.NullMarked;
