@NullMarked
package dev.ibportal.portal.platform.pki;

import org.jspecify.annotations.NullMarked;
