package dev.ibportal.portal.platform.live;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.live.Change.Kind;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows: single things by id, and kinds of which it lists all.
 *
 * @param tenant whose events may come through; null: of all tenants
 * @param nodes those the tenant was granted; of no account without a tenant
 */
record Watch(Set<UUID> ids, Set<Kind> kinds, @Nullable UUID tenant, Set<UUID> nodes) {
    private static final int MOST = 20;

    Watch {
        ids = Set.copyOf(ids);
        kinds = Set.copyOf(kinds);
        nodes = Set.copyOf(nodes);
    }

    /** Reads {@code node:<id>} and {@code nodes}. */
    static Watch of(List<String> texts, @Nullable UUID tenant, Set<UUID> nodes) {
        if (texts.isEmpty() || texts.size() > MOST) {
            throw new DomainFault.Invalid("watch", "between 1 and " + MOST + " things can be watched");
        }
        Set<UUID> ids = new HashSet<>();
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        texts.forEach(text -> take(text, ids, kinds));
        return new Watch(ids, kinds, tenant, nodes);
    }

    private static void take(String text, Set<UUID> ids, Set<Kind> kinds) {
        for (Kind kind : Kind.values()) {
            if (text.equals(kind.word() + "s")) {
                kinds.add(kind);
                return;
            }
            if (text.startsWith(kind.word() + ":")) {
                ids.add(id(text, text.substring(kind.word().length() + 1)));
                return;
            }
        }
        throw new DomainFault.Invalid("watch", "\"" + text + "\" is nothing that can be watched");
    }

    private static UUID id(String text, String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            DomainFault fault = new DomainFault.Invalid("watch", "\"" + text + "\" holds no id");
            fault.addSuppressed(e);
            throw fault;
        }
    }

    boolean wants(Change change) {
        return (ids.contains(change.id()) || kinds.contains(change.kind())) && maySee(change);
    }

    private boolean maySee(Change change) {
        if (tenant == null) {
            return true;
        }
        if (change.hidden()) {
            return false;
        }
        if (change.tenant() != null) {
            return tenant.equals(change.tenant());
        }
        return switch (change.kind()) {
            case NODE -> nodes.contains(change.id());
            case FABRIC -> true;
            case PARTITION -> false;
        };
    }
}
