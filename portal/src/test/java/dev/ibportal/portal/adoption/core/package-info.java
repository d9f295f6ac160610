@NullMarked
package dev.ibportal.portal.adoption.core;

import org.jspecify.annotations.NullMarked;
