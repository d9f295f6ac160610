package dev.ibportal.portal.platform.security;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a provider's claim values as roles. What cannot be understood gives nothing.
 *
 * @param wishes roles that were named, for tenants that may or may not exist
 * @param ignored values that say nothing here
 */
record RoleClaims(Set<Wish> wishes, List<String> ignored) {
    private static final String START = "ibportal:";
    private static final String EVERYWHERE = "*";
    private static final Set<Role> FOR_THE_WHOLE_PORTAL = Set.of(Role.OPERATOR, Role.PLANNER, Role.AUDITOR);

    RoleClaims {
        wishes = Set.copyOf(wishes);
        ignored = List.copyOf(ignored);
    }

    /**
     * @param tenant its id or name; absent: the whole portal
     */
    record Wish(Role role, @Nullable String tenant) {}

    /**
     * @param mapping what the installation says that values mean; it may give roles for the whole portal
     * @param portalWide whether a value itself may do that
     */
    static RoleClaims read(Collection<String> values, Map<String, String> mapping, boolean portalWide) {
        Set<Wish> wishes = new LinkedHashSet<>();
        List<String> ignored = new ArrayList<>();
        for (String value : values) {
            String mapped = mapping.get(value);
            Optional<Wish> wish = mapped != null
                    ? mapped(mapped)
                    : direct(value).filter(direct -> portalWide || direct.tenant() != null);
            wish.ifPresentOrElse(wishes::add, () -> ignored.add(value));
        }
        return new RoleClaims(wishes, ignored);
    }

    /** {@code ibportal:<tenant>:<role>}; a tenant's name may hold colons, a role's does not. */
    private static Optional<Wish> direct(String value) {
        int last = value.lastIndexOf(':');
        if (!value.startsWith(START) || last <= START.length()) {
            return Optional.empty();
        }
        return wish(value.substring(last + 1), value.substring(START.length(), last));
    }

    /** {@code <role>} or {@code <role>@<tenant>}. */
    private static Optional<Wish> mapped(String meaning) {
        int at = meaning.indexOf('@');
        return at < 0
                ? wish(meaning.strip(), EVERYWHERE)
                : wish(
                        meaning.substring(0, at).strip(),
                        meaning.substring(at + 1).strip());
    }

    private static Optional<Wish> wish(String role, String tenant) {
        boolean wide = tenant.equals(EVERYWHERE);
        return Role.of(role)
                .filter(named -> wide ? FOR_THE_WHOLE_PORTAL.contains(named) : named != Role.OPERATOR)
                .filter(named -> !tenant.isBlank())
                .map(named -> new Wish(named, wide ? null : tenant));
    }
}
