/** What the tests of every module share. */
@NullMarked
package dev.ibportal.testing;

import org.jspecify.annotations.NullMarked;
