/** What a fabric looks like: switches, hosts, cables. */
@NullMarked
package dev.ibportal.portal.topology;

import org.jspecify.annotations.NullMarked;
