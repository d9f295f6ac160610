@NullMarked
package dev.ibportal.portal.request.core;

import org.jspecify.annotations.NullMarked;
