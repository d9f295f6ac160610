package dev.ibportal.daemon.diagnose.filter;

import java.util.List;

/**
 * Rules in their order.
 *
 * @param hook where packets enter it; empty for one that is only jumped to
 * @param dropsRest whether what no rule decides is dropped
 */
record Chain(String name, String hook, boolean dropsRest, List<Rule> rules) {}
