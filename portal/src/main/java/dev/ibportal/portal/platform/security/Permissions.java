package dev.ibportal.portal.platform.security;

/** Every permission there is. Code asks for these, never for roles. */
public final class Permissions {
    public static final String TENANT_READ = "tenant:read";
    public static final String TENANT_WRITE = "tenant:write";
    public static final String FABRIC_READ = "fabric:read";
    public static final String FABRIC_WRITE = "fabric:write";
    public static final String NODE_READ = "node:read";
    public static final String NODE_WRITE = "node:write";
    public static final String NODE_ENROL = "node:enrol";
    public static final String GRANT_WRITE = "grant:write";
    public static final String PARTITION_READ = "partition:read";
    public static final String PARTITION_WRITE = "partition:write";
    public static final String PARTITION_CHOOSE_PKEY = "partition:choose-pkey";
    public static final String POOL_READ = "pool:read";
    public static final String POOL_WRITE = "pool:write";
    public static final String ADDRESS_WRITE = "address:write";
    public static final String AUDIT_READ = "audit:read";
    public static final String AUDIT_EXPORT = "audit:export";
    public static final String AUDIT_KEY = "audit:key";
    public static final String TOKEN_OWN = "token:own";
    public static final String USER_WRITE = "user:write";
    /** The people of a tenant, their roles there, and invitations. */
    public static final String PEOPLE_READ = "people:read";

    public static final String PEOPLE_WRITE = "people:write";
    /** Programs of a tenant and their tokens. */
    public static final String SERVICE_ACCOUNT_READ = "service-account:read";

    public static final String SERVICE_ACCOUNT_WRITE = "service-account:write";

    /** Which drivers fit which nodes, and how they get there. */
    public static final String DRIVER_READ = "driver:read";

    public static final String DRIVER_WRITE = "driver:write";

    /** What somebody asks for, and what was held and decided. */
    public static final String REQUEST_READ = "request:read";

    public static final String REQUEST_WRITE = "request:write";
    /** Whom the rule of the tenant and fabric names decides; this is only the door. */
    public static final String REQUEST_DECIDE = "request:decide";

    private Permissions() {}
}
