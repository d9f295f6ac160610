/** Live streams of daemons: who is there, what is sent to whom, and who has fallen silent. */
@NullMarked
package dev.ibportal.portal.session.live;

import org.jspecify.annotations.NullMarked;
