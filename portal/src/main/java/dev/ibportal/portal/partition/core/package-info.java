/** Rules of partitions and members, free of frameworks. */
@NullMarked
package dev.ibportal.portal.partition.core;

import org.jspecify.annotations.NullMarked;
