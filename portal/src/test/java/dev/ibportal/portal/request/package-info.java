@NullMarked
package dev.ibportal.portal.request;

import org.jspecify.annotations.NullMarked;
