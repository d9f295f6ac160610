package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.platform.security.RoleClaims.Wish;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoleClaimsTest {
    private static RoleClaims read(String... values) {
        return RoleClaims.read(
                List.of(values),
                Map.of(
                        "netops",
                        "operator",
                        "wx",
                        "tenant-admin@Weather: north",
                        "odd",
                        "king",
                        "half",
                        "operator@Weather"),
                false);
    }

    @Test
    void aValueNamesTenantAndRole() {
        assertThat(read("ibportal:Weather:tenant-admin", "ibportal:Weather: north:auditor")
                        .wishes())
                .containsExactlyInAnyOrder(
                        new Wish(Role.TENANT_ADMIN, "Weather"), new Wish(Role.AUDITOR, "Weather: north"));
    }

    @Test
    void theInstallationSaysWhatOtherValuesMean() {
        assertThat(read("netops", "wx").wishes())
                .containsExactlyInAnyOrder(
                        new Wish(Role.OPERATOR, null), new Wish(Role.TENANT_ADMIN, "Weather: north"));
    }

    @Test
    void whatCannotBeUnderstoodGivesNothing() {
        String[] nothing = {
            "",
            "operator",
            "ibportal:operator",
            "ibportal::operator",
            "ibportal:*:operator",
            "ibportal:*:auditor",
            "ibportal:*:tenant-admin",
            "ibportal:Weather:operator",
            "ibportal:Weather:king",
            "ibportal:Weather:",
            "IBPORTAL:Weather:auditor",
            "ibportal:Weather:Auditor",
            "ibportal: :auditor",
            "odd",
            "half",
            "Netops",
            "netops "
        };

        assertThat(read(nothing).wishes()).isEmpty();
        assertThat(read(nothing).ignored()).containsExactly(nothing);
    }

    @Test
    void onlyWhereTheInstallationAllowsItAValueReachesForTheWholePortal() {
        RoleClaims claims = RoleClaims.read(
                List.of("ibportal:*:operator", "ibportal:*:auditor", "ibportal:*:tenant-admin"), Map.of(), true);

        assertThat(claims.wishes())
                .containsExactlyInAnyOrder(new Wish(Role.OPERATOR, null), new Wish(Role.AUDITOR, null));
    }
}
