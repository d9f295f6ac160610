@NullMarked
package dev.ibportal.portal.session;

import org.jspecify.annotations.NullMarked;
