@NullMarked
package dev.ibportal.portal.node.core;

import org.jspecify.annotations.NullMarked;
