@NullMarked
package dev.ibportal.portal.platform.page;

import org.jspecify.annotations.NullMarked;
