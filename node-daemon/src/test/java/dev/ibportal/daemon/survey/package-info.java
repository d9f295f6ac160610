@NullMarked
package dev.ibportal.daemon.survey;

import org.jspecify.annotations.NullMarked;
