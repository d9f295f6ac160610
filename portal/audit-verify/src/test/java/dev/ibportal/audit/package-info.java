@NullMarked
package dev.ibportal.audit;

import org.jspecify.annotations.NullMarked;
