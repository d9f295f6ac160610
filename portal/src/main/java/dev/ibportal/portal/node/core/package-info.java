/** Rules of nodes and their ports, free of frameworks. */
@NullMarked
package dev.ibportal.portal.node.core;

import org.jspecify.annotations.NullMarked;
