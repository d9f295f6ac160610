/** What an installation sets: see {@code ibportal.*} in application.properties. */
@NullMarked
package dev.ibportal.portal.platform.config;

import org.jspecify.annotations.NullMarked;
