/** What makes the audit log provable: digests, blocks, signatures, exports, and the check of all of them. */
@NullMarked
package dev.ibportal.audit;

import org.jspecify.annotations.NullMarked;
