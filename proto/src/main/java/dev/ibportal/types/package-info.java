/** Value types shared by portal and daemon: parsed once at the edge, canonical text out. */
@NullMarked
package dev.ibportal.types;

import org.jspecify.annotations.NullMarked;
