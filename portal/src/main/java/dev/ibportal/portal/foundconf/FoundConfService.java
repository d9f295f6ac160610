package dev.ibportal.portal.foundconf;

import dev.ibportal.opensm.found.FoundConf;
import dev.ibportal.opensm.found.FoundConfReader;
import dev.ibportal.opensm.found.FoundLine;
import dev.ibportal.opensm.found.FoundLine.Verdict;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.foundconf.FoundConfView.Line;
import dev.ibportal.portal.foundconf.FoundConfView.Made;
import dev.ibportal.portal.foundconf.FoundConfView.Member;
import dev.ibportal.portal.foundconf.FoundConfView.Partition;
import dev.ibportal.portal.foundconf.FoundConfView.Reason;
import dev.ibportal.portal.foundconf.FoundConfView.Taken;
import dev.ibportal.portal.partition.MemberForm;
import dev.ibportal.portal.partition.MemberService;
import dev.ibportal.portal.partition.PartitionForm;
import dev.ibportal.portal.partition.PartitionService;
import dev.ibportal.portal.partition.PartitionView;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at a partitions.conf, and takes over what a person wants of it. Until then nothing is changed. */
@ApplicationScoped
public class FoundConfService {
    private final FabricDb db;
    private final FoundConfSql sql;
    private final FabricService fabrics;
    private final PartitionService partitions;
    private final MemberService members;
    private final TenantContext tenants;
    private final AuditLog audit;

    FoundConfService(
            FabricDb db,
            FoundConfSql sql,
            FabricService fabrics,
            PartitionService partitions,
            MemberService members,
            TenantContext tenants,
            AuditLog audit) {
        this.db = db;
        this.sql = sql;
        this.fabrics = fabrics;
        this.partitions = partitions;
        this.members = members;
        this.tenants = tenants;
        this.audit = audit;
    }

    /** What the portal knows that decides about the file's partitions and ports. */
    private record Known(
            Map<String, FoundConfSql.Port> ports,
            Map<PKey, String> owners,
            Set<PKey> reserved,
            Set<String> names,
            boolean managed) {}

    /** Changes nothing, and leaves a trace that it was looked at. */
    public FoundConfView preview(UUID fabric, FoundConfForm form) {
        FoundConfView view = look(fabric, form);
        audit.recordAlone(AuditEntry.success("found-conf.preview", "fabric", fabric, view.name()));
        return view;
    }

    private FoundConfView look(UUID fabric, FoundConfForm form) {
        FabricView on = fabrics.get(fabric);
        String text = Field.required("text", form.text(), one -> one);
        UUID tenant = tenants.choose(Field.required("tenant", form.tenant(), one -> one));
        FoundConf conf = FoundConfReader.read(text);
        List<String> guids = conf.rules().stream()
                .flatMap(rule -> rule.members().stream())
                .map(member -> member.port().toString())
                .distinct()
                .toList();
        Known known = db.read(connection -> new Known(
                sql.ports(connection, guids, tenant),
                sql.owners(connection, fabric),
                sql.reserved(connection, fabric),
                sql.names(connection, fabric, tenant),
                sql.isManaged(connection, fabric)));
        List<Partition> found = partitions(on, conf, known);
        FoundConfView view = new FoundConfView(
                fabric,
                on.name(),
                tenant.toString(),
                conf.opensFabric(),
                conf.everyPort() == null ? null : conf.everyPort().text(),
                known.managed(),
                lines(conf, found),
                found,
                "");
        return new FoundConfView(
                view.fabric(),
                view.name(),
                view.tenant(),
                view.opensFabric(),
                view.everyPort(),
                view.managed(),
                view.lines(),
                view.partitions(),
                digest(view));
    }

    /** All that was shown, so that a port that was registered meanwhile makes it something else. */
    private static String digest(FoundConfView view) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(view.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static List<Partition> partitions(FabricView on, FoundConf conf, Known known) {
        List<Partition> found = new ArrayList<>();
        Set<String> names = new HashSet<>(known.names());
        for (FoundConf.Rule rule : conf.rules()) {
            String name = name(rule, names);
            List<Member> ports = rule.members().stream()
                    .map(member ->
                            member(on, member, known.ports().get(member.port().toString())))
                    .toList();
            found.add(new Partition(
                    rule.line(),
                    rule.pkey().toString(),
                    name,
                    rule.ipoib(),
                    rule.mtu().orElse(IbMtu.MTU_2048).bytes(),
                    rule.ipoib() ? rule.rateCode() : null,
                    rule.serviceLevel(),
                    ports,
                    refusal(on, rule, known)));
        }
        return found;
    }

    /** As it was written where that is possible and free, else after the PKey. */
    private static String name(FoundConf.Rule rule, Set<String> taken) {
        for (String candidate : List.of(rule.name(), "pkey " + rule.pkey())) {
            try {
                if (taken.add(new DisplayName(candidate).key())) {
                    return candidate;
                }
            } catch (InvalidValueException e) {
                // the next one is always possible
            }
        }
        return "pkey " + rule.pkey() + " (" + rule.line() + ")";
    }

    private static @Nullable Reason refusal(FabricView on, FoundConf.Rule rule, Known known) {
        String owner = known.owners().get(rule.pkey());
        if (owner != null) {
            return new Reason("pkey-taken", owner, rule.pkey() + " already exists (" + owner + ")");
        }
        if (known.reserved().contains(rule.pkey())) {
            return new Reason("pkey-reserved", rule.pkey().toString(), rule.pkey() + " is reserved on this fabric");
        }
        return rule.serviceLevel() == 0 || on.qos()
                ? null
                : new Reason(
                        "no-qos",
                        Integer.toString(rule.serviceLevel()),
                        "service level " + rule.serviceLevel()
                                + " needs quality of service, which is not known to be on");
    }

    private static Member member(FabricView on, FoundConf.Member member, FoundConfSql.@Nullable Port port) {
        String guid = member.port().toString();
        Reason refusal = null;
        if (port == null) {
            refusal = new Reason(
                    "foreign-port",
                    guid,
                    "no port " + guid + " is registered: it stays out, and nobody here looks after it");
        } else if (!port.fabric().equals(on.id())) {
            refusal = new Reason(
                    "other-fabric",
                    port.fabricName(),
                    "port " + guid + " of node " + port.nodeName() + " is registered on fabric " + port.fabricName()
                            + ", and named here on fabric " + on.name() + ": a GUID is on one fabric only");
        } else if (!port.granted()) {
            refusal = new Reason("node-not-granted", port.nodeName(), "the tenant may not use node " + port.nodeName());
        } else if (member.index0()) {
            refusal = new Reason(
                    "index0", guid, "index 0 is not taken over; add port " + guid + " by hand where that is possible");
        }
        return new Member(
                member.line(), guid, member.membership().text(), port == null ? null : port.nodeName(), refusal);
    }

    private static List<Line> lines(FoundConf conf, List<Partition> partitions) {
        Map<Integer, List<Reason>> more = new HashMap<>();
        for (Partition partition : partitions) {
            if (partition.refusal() != null) {
                more.computeIfAbsent(partition.line(), line -> new ArrayList<>())
                        .add(partition.refusal());
            }
            for (Member member : partition.members()) {
                if (member.refusal() != null) {
                    more.computeIfAbsent(member.line(), line -> new ArrayList<>())
                            .add(member.refusal());
                }
            }
        }
        return conf.lines().stream()
                .map(line -> line(line, more.getOrDefault(line.number(), List.of())))
                .toList();
    }

    private static Line line(FoundLine line, List<Reason> more) {
        List<Reason> reasons = new ArrayList<>();
        line.reasons()
                .forEach(reason -> reasons.add(new Reason(
                        reason.doubt().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        reason.fact(),
                        reason.text())));
        reasons.addAll(more);
        return new Line(line.number(), line.text(), more.isEmpty() ? line.verdict() : Verdict.REFUSED, reasons);
    }

    /**
     * Lets the portal replace a file that somebody wrote by hand, whatever keys that takes away.
     *
     * @param confirm the fabric's name
     */
    public void replace(UUID fabric, @Nullable String confirm) {
        FabricView on = fabrics.get(fabric);
        if (!on.name().equals(confirm == null ? "" : confirm.strip())) {
            throw new Invalid(
                    "confirm",
                    "Type the name of the fabric, " + on.name()
                            + ": ports lose the keys that only the file by hand gives them");
        }
        db.run(connection -> {
            sql.replaceFound(connection, fabric);
            audit.record(connection, AuditEntry.success("found-conf.replace", "fabric", fabric, on.name()));
        });
    }

    /** Makes partitions and members of what was shown, one after the other; what fails is told and stops nothing else. */
    public Taken take(UUID fabric, FoundConfForm form) {
        FoundConfView shown = look(fabric, form);
        if (!shown.digest().equals(form.digest())) {
            throw new Conflict(
                    "found-conf-changed",
                    "This is not what was shown: the file, the ports or the partitions are others now. Look at it again.");
        }
        Set<String> wanted = form.pkeys() == null
                ? shown.partitions().stream().map(Partition::pkey).collect(Collectors.toSet())
                : Field.read("pkeys", form.pkeys(), FoundConfService::keys);
        List<Made> made = new ArrayList<>();
        for (Partition partition : shown.partitions()) {
            if (wanted.contains(partition.pkey())) {
                made.add(take(shown, partition));
            }
        }
        if (made.isEmpty()) {
            throw new Invalid("pkeys", "none of these PKeys is in the file");
        }
        audit.recordAlone(AuditEntry.success("found-conf.take", "fabric", fabric, shown.name())
                .after(Map.of("tenant", shown.tenant(), "partitions", made)));
        return new Taken(made);
    }

    private static Set<String> keys(List<String> texts) {
        return texts.stream().map(text -> PKey.parse(text).toString()).collect(Collectors.toSet());
    }

    private Made take(FoundConfView shown, Partition partition) {
        List<String> problems = new ArrayList<>();
        if (partition.refusal() != null) {
            return new Made(
                    partition.pkey(),
                    partition.name(),
                    null,
                    0,
                    List.of(partition.refusal().text()));
        }
        PartitionView made;
        try {
            made = partitions.create(form(shown, partition));
        } catch (DomainFault e) {
            return new Made(
                    partition.pkey(),
                    partition.name(),
                    null,
                    0,
                    List.of(e.problem().detail()));
        }
        int count = 0;
        for (Member member : partition.members()) {
            if (member.refusal() != null) {
                problems.add(member.refusal().text());
                continue;
            }
            try {
                members.add(
                        made.id(),
                        new MemberForm(member.node(), member.guid(), member.membership(), null, null, null, null));
                count++;
            } catch (DomainFault e) {
                problems.add(member.guid() + ": " + e.problem().detail());
            }
        }
        return new Made(partition.pkey(), partition.name(), made.id(), count, problems);
    }

    private static PartitionForm form(FoundConfView shown, Partition partition) {
        return new PartitionForm(
                shown.tenant(),
                shown.fabric().toString(),
                partition.name(),
                "taken over from partitions.conf, line " + partition.line(),
                partition.pkey(),
                partition.ipoib(),
                partition.ibMtu(),
                null,
                null,
                null,
                partition.rateCode(),
                partition.serviceLevel());
    }
}
