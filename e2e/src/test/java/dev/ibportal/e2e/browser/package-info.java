/** The main job as a person does it: in a browser, against the packed portal and a simulated fabric. */
@NullMarked
package dev.ibportal.e2e.browser;

import org.jspecify.annotations.NullMarked;
