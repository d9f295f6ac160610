/** From what people want to what the host does: observe, plan, apply, verify, and take back what did not work. */
@NullMarked
package dev.ibportal.daemon.ipoib;

import org.jspecify.annotations.NullMarked;
