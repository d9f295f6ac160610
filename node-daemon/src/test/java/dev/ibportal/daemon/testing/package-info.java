/** A portal for tests: real TLS, real gRPC, nothing behind it. */
@NullMarked
package dev.ibportal.daemon.testing;

import org.jspecify.annotations.NullMarked;
