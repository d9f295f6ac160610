package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.Fact;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.partition.MemberView;
import dev.ibportal.portal.partition.PartitionView;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the portal knows from the fabric, as facts with the age that they have. */
final class FabricSide {
    private FabricSide() {}

    static Facts facts(PartitionView partition, FabricView.Status manager, Instant now) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(
                FactKey.IPOIB_FLAG, "the partition's settings", now, new Told.Value(partition.ipoib() ? "yes" : "no")));
        Told process = switch (manager.smState()) {
            case "running" -> new Told.Value("running");
            case "not_running" -> new Told.Value("not running");
            default -> new Told.Unknown("nothing was heard of the subnet manager");
        };
        facts.add(new Fact(
                FactKey.SM_PROCESS,
                "the subnet manager's daemon",
                manager.seenAt() == null ? now : manager.seenAt(),
                process));
        return Facts.of(facts);
    }

    /** The end of a node that cannot be asked: what the subnet manager's side read of its port is all there is. */
    static Facts end(MemberView member, String why, Instant now) {
        PKey pkey = PKey.parseAny(member.pkey());
        Instant seen = member.fabric().seenAt() == null ? now : member.fabric().seenAt();
        String source = "the subnet manager's look at the port";
        return Facts.of(List.of(
                new Fact(FactKey.INTERFACE, "the node's daemon", now, new Told.Unknown(why)),
                new Fact(FactKey.PKEY, "the portal", now, new Told.Value(pkey.toString())),
                new Fact(
                        FactKey.PORT_GUID,
                        "the portal",
                        now,
                        new Told.Value(member.port().guid())),
                new Fact(FactKey.PKEY_ENTRY, source, seen, entry(member, pkey))));
    }

    private static Told entry(MemberView member, PKey pkey) {
        String found = member.fabric().found();
        if (found == null) {
            return new Told.Unknown("the port was never read");
        }
        return switch (found) {
            case "full" -> new Told.Value(hex(pkey.tableEntry(MembershipType.FULL)));
            case "limited" -> new Told.Value(hex(pkey.tableEntry(MembershipType.LIMITED)));
            default -> new Told.Nothing();
        };
    }

    private static String hex(int entry) {
        return String.format(Locale.ROOT, "0x%04x", entry);
    }
}
