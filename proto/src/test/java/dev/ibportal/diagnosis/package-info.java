@NullMarked
package dev.ibportal.diagnosis;

import org.jspecify.annotations.NullMarked;
