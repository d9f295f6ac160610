package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmLiveness;

/**
 * Whether a subnet manager runs.
 *
 * @param detail plain words: what was looked at and found
 */
record Liveness(SmLiveness state, String detail) {}
