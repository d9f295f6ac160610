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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the portal itself knows, as facts with the age that they have. What is older than its usual round is not used as if
 * it were new: then it is not known, and the old value stands in the reason.
 */
final class FabricSide {
    /** The subnet manager's process is looked at every ten seconds. */
    private static final Duration OLD_PROCESS = Duration.ofMinutes(3);

    /** Tables are read after each change, and all of them every five minutes. */
    private static final Duration OLD_TABLE = Duration.ofMinutes(6);

    private FabricSide() {}

    static Facts facts(PartitionView partition, List<MemberView> members, FabricView.Status manager, Instant now) {
        long full = members.stream()
                .filter(member -> member.membership().equals("full"))
                .count();
        return Facts.of(List.of(
                new Fact(
                        FactKey.IPOIB_FLAG,
                        "the partition's settings",
                        now,
                        new Told.Value(partition.ipoib() ? "yes" : "no")),
                new Fact(FactKey.FULL_MEMBERS, "the portal", now, new Told.Value(Long.toString(full))),
                process(manager, now)));
    }

    static Fact process(FabricView.Status manager, Instant now) {
        String source = "the subnet manager's daemon";
        Instant seen = manager.seenAt();
        if (seen == null) {
            return new Fact(
                    FactKey.SM_PROCESS, source, now, new Told.Unknown("nothing was heard of the subnet manager"));
        }
        Told told = switch (manager.smState()) {
            case "running" -> new Told.Value("running");
            case "not_running" -> new Told.Value("not running");
            default -> new Told.Unknown("nothing was heard of the subnet manager");
        };
        return new Fact(FactKey.SM_PROCESS, source, seen, young(told, seen, now, OLD_PROCESS));
    }

    private static Told young(Told told, Instant seen, Instant now, Duration old) {
        Duration age = Duration.between(seen, now);
        return told instanceof Told.Unknown || age.compareTo(old) <= 0
                ? told
                : new Told.Unknown("last seen " + age.toMinutes() + " min ago: "
                        + (told instanceof Told.Value value ? value.text() : "nothing"));
    }

    /** What the portal knows of an end beside what its daemon found. */
    static Facts answered(Facts found, MemberView member, Instant now) {
        return found.with(
                new Fact(FactKey.DAEMON, "the portal", now, new Told.Value("answered")),
                wanted(member, now),
                reading(FactKey.FABRIC_ENTRY, member, now));
    }

    /** The end of a node that could not be asked: what the subnet manager's side read of its port is all there is. */
    static Facts end(MemberView member, Optional<String> peer, String why, Instant now) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact(FactKey.DAEMON, "the portal", now, new Told.Unknown(why)),
                new Fact(
                        FactKey.PKEY,
                        "the portal",
                        now,
                        new Told.Value(PKey.parseAny(member.pkey()).toString())),
                new Fact(
                        FactKey.PORT_GUID,
                        "the portal",
                        now,
                        new Told.Value(member.port().guid())),
                wanted(member, now),
                reading(FactKey.PKEY_ENTRY, member, now),
                reading(FactKey.FABRIC_ENTRY, member, now)));
        peer.ifPresent(address -> facts.add(new Fact(FactKey.PEER, "the portal", now, new Told.Value(address))));
        return Facts.of(facts);
    }

    private static Fact wanted(MemberView member, Instant now) {
        return new Fact(FactKey.MEMBERSHIP_WANTED, "the portal", now, new Told.Value(member.membership()));
    }

    private static Fact reading(FactKey key, MemberView member, Instant now) {
        Instant seen = member.fabric().seenAt();
        String source = "the subnet manager's look at the port";
        return seen == null
                ? new Fact(key, source, now, new Told.Unknown("the port was never read"))
                : new Fact(key, source, seen, young(entry(member), seen, now, OLD_TABLE));
    }

    private static Told entry(MemberView member) {
        PKey pkey = PKey.parseAny(member.pkey());
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
