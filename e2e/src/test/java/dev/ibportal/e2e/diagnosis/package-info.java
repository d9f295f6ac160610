@NullMarked
package dev.ibportal.e2e.diagnosis;

import org.jspecify.annotations.NullMarked;
