/** The main line of the product on a real subnet manager: portal, daemons, OpenSM and hosts in namespaces. */
@NullMarked
package dev.ibportal.e2e.line;

import org.jspecify.annotations.NullMarked;
