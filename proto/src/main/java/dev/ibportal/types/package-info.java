/**
 * Value types shared by portal and daemon: parsed once at the edge, canonical text out.
 *
 * <p>Text that is not a value is refused with {@link dev.ibportal.types.InvalidValueException}, which says what was
 * wrong and what would be right. Two spellings of one thing are equal here, so nothing behind the edge compares text.
 */
@NullMarked
package dev.ibportal.types;

import org.jspecify.annotations.NullMarked;
