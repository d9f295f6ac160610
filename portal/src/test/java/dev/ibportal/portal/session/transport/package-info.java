@NullMarked
package dev.ibportal.portal.session.transport;

import org.jspecify.annotations.NullMarked;
