@NullMarked
package dev.ibportal.portal.node;

import org.jspecify.annotations.NullMarked;
