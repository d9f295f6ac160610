@NullMarked
package dev.ibportal.portal.drivers.core;

import org.jspecify.annotations.NullMarked;
