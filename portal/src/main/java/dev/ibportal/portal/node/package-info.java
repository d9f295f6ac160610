/** Nodes, their ports, which tenant may use them, and what nodes and fabric say of them. */
@NullMarked
package dev.ibportal.portal.node;

import org.jspecify.annotations.NullMarked;
