package dev.ibportal.portal.platform.security;

import static dev.ibportal.portal.platform.security.Permissions.*;

import java.util.Set;

/** The one table that says what a role may do. */
final class RolePermissions {
    private static final Set<String> OPERATOR = Set.of(
            TENANT_READ,
            TENANT_WRITE,
            FABRIC_READ,
            FABRIC_WRITE,
            NODE_READ,
            NODE_WRITE,
            NODE_ENROL,
            GRANT_WRITE,
            PARTITION_READ,
            PARTITION_WRITE,
            PARTITION_CHOOSE_PKEY,
            POOL_READ,
            POOL_WRITE,
            ADDRESS_WRITE,
            AUDIT_READ,
            AUDIT_EXPORT,
            AUDIT_KEY,
            TOKEN_OWN,
            USER_WRITE,
            PEOPLE_READ,
            PEOPLE_WRITE,
            SERVICE_ACCOUNT_READ,
            SERVICE_ACCOUNT_WRITE,
            DRIVER_READ,
            DRIVER_WRITE,
            REQUEST_READ,
            REQUEST_WRITE,
            REQUEST_DECIDE);
    private static final Set<String> TENANT_ADMIN = Set.of(
            TENANT_READ,
            FABRIC_READ,
            NODE_READ,
            PARTITION_READ,
            PARTITION_WRITE,
            POOL_READ,
            POOL_WRITE,
            ADDRESS_WRITE,
            AUDIT_READ,
            AUDIT_EXPORT,
            TOKEN_OWN,
            PEOPLE_READ,
            PEOPLE_WRITE,
            SERVICE_ACCOUNT_READ,
            SERVICE_ACCOUNT_WRITE,
            REQUEST_READ,
            REQUEST_WRITE,
            REQUEST_DECIDE);
    private static final Set<String> TENANT_MEMBER =
            Set.of(TENANT_READ, FABRIC_READ, NODE_READ, PARTITION_READ, POOL_READ, TOKEN_OWN, REQUEST_READ);
    private static final Set<String> PLANNER = Set.of(
            TENANT_READ, FABRIC_READ, NODE_READ, PARTITION_READ, POOL_READ, TOKEN_OWN, REQUEST_READ, REQUEST_WRITE);
    private static final Set<String> AUDITOR = Set.of(
            TENANT_READ,
            FABRIC_READ,
            NODE_READ,
            PARTITION_READ,
            POOL_READ,
            AUDIT_READ,
            AUDIT_EXPORT,
            TOKEN_OWN,
            PEOPLE_READ,
            SERVICE_ACCOUNT_READ,
            REQUEST_READ);

    private RolePermissions() {}

    /** Every permission there is, for the scopes of tokens. */
    static Set<String> all() {
        return OPERATOR;
    }

    static Set<String> of(Role role) {
        return switch (role) {
            case OPERATOR -> OPERATOR;
            case TENANT_ADMIN -> TENANT_ADMIN;
            case TENANT_MEMBER -> TENANT_MEMBER;
            case PLANNER -> PLANNER;
            case AUDITOR -> AUDITOR;
        };
    }
}
