package dev.ibportal.portal.adoption;

import dev.ibportal.portal.adoption.core.Proposal;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.InterfaceAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hand-made interface as the membership that it would become.
 *
 * @param partition absent: none has that key
 * @param keptIn files of somebody's that keep it and would stay
 * @param obstacles what has to be done first; empty: it can be accepted
 * @param changes what accepting it would still change on the node; empty: nothing
 */
public record AdoptionView(
        String name,
        String portGuid,
        String pkey,
        boolean index0,
        @Nullable Ref partition,
        @Nullable Ref tenant,
        @Nullable String membership,
        @Nullable String mode,
        @Nullable Integer mtu,
        List<String> addresses,
        List<String> keptIn,
        List<String> obstacles,
        List<String> changes) {

    static AdoptionView of(Proposal proposal) {
        var found = proposal.found();
        return new AdoptionView(
                found.name(),
                found.portGuid(),
                found.pkey(),
                !found.child(),
                proposal.home()
                        .map(home -> new Ref(home.partition(), home.name()))
                        .orElse(null),
                proposal.home()
                        .map(home -> new Ref(home.tenant(), home.tenantName()))
                        .orElse(null),
                found.membership(),
                found.mode(),
                found.mtu(),
                found.addresses().stream().map(InterfaceAddress::toString).toList(),
                found.kept().stream().map(kept -> kept.path()).distinct().toList(),
                proposal.obstacles(),
                proposal.changes());
    }

    /** Public for the templates. */
    public boolean isPossible() {
        return obstacles.isEmpty();
    }
}
