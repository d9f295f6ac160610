/** Reads what people configured by hand: what keeps an interface, and the wrong recipes that go round. */
@NullMarked
package dev.ibportal.daemon.adopt;

import org.jspecify.annotations.NullMarked;
