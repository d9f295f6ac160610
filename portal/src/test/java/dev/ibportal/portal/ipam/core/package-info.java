@NullMarked
package dev.ibportal.portal.ipam.core;

import org.jspecify.annotations.NullMarked;
