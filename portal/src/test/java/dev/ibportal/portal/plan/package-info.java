@NullMarked
package dev.ibportal.portal.plan;

import org.jspecify.annotations.NullMarked;
