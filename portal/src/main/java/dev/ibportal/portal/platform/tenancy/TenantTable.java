package dev.ibportal.portal.platform.tenancy;

import java.util.Locale;

/** Tables whose rows belong to one tenant and are named by id in addresses of the API. */
public enum TenantTable {
    PARTITION,
    MEMBERSHIP,
    POOL,
    ADDRESS,
    REMOVAL_REQUEST,
    REQUEST;

    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    String kind() {
        return table();
    }
}
