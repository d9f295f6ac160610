package dev.ibportal.daemon.session;

import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.random.RandomGenerator;

/**
 * What all daemons of one process share.
 *
 * @param threads for work that may wait for commands and files
 * @param timer one thread that only starts things
 */
public record SharedRuntime(
        ExecutorService threads,
        ScheduledExecutorService timer,
        Clock clock,
        RandomGenerator random,
        SessionSettings settings) {}
