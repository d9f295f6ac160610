@NullMarked
package dev.ibportal.portal.platform.jobs;

import org.jspecify.annotations.NullMarked;
