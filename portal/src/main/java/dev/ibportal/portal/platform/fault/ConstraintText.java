package dev.ibportal.portal.platform.fault;

import java.util.Optional;

/**
 * Explains what the database has refused, for constraints that a feature knows; a bean. The database guards the truth, so
 * its refusals are part of normal life and must read like any other fault.
 */
public interface ConstraintText {
    Optional<DomainFault> explain(Violation violation);

    /**
     * What the database said.
     *
     * @param constraint its name; empty when the state has none
     * @param message for the log: it may hold values that the caller must not see
     */
    record Violation(String sqlState, String constraint, String table, String message) {}
}
