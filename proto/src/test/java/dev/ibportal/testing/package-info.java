/** What the tests of every module share: named skips, and seeded generators for property tests. */
@NullMarked
package dev.ibportal.testing;

import org.jspecify.annotations.NullMarked;
