@NullMarked
package dev.ibportal.portal.ipam;

import org.jspecify.annotations.NullMarked;
