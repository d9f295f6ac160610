/** What planners and tenants ask for, what is held for them meanwhile, and who decides it. */
@NullMarked
package dev.ibportal.portal.request;

import org.jspecify.annotations.NullMarked;
