@NullMarked
package dev.ibportal.portal.partition.core;

import org.jspecify.annotations.NullMarked;
