@NullMarked
package dev.ibportal.portal.session.core;

import org.jspecify.annotations.NullMarked;
