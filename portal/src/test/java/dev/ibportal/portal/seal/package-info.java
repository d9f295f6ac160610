@NullMarked
package dev.ibportal.portal.seal;

import org.jspecify.annotations.NullMarked;
