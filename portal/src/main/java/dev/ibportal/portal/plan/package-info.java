/** Plans of nodes and partitions: what would be done on hosts, shown before anything is touched; and what was done. */
@NullMarked
package dev.ibportal.portal.plan;

import org.jspecify.annotations.NullMarked;
