/** Address pools of partitions: what can be handed out, who holds what, and when it is free again. */
@NullMarked
package dev.ibportal.portal.ipam;

import org.jspecify.annotations.NullMarked;
