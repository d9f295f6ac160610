/** What every page and API call shares: request id, paging, entity tags, headers. */
@NullMarked
package dev.ibportal.portal.platform.web;

import org.jspecify.annotations.NullMarked;
