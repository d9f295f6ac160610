package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.Case;
import dev.ibportal.diagnosis.Diagnosis;
import dev.ibportal.diagnosis.Doctor;
import dev.ibportal.diagnosis.Facts;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.partition.MemberService;
import dev.ibportal.portal.partition.MemberView;
import dev.ibportal.portal.partition.PartitionService;
import dev.ibportal.portal.partition.PartitionView;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks both ends and the fabric, and judges. */
@ApplicationScoped
public class DiagnosisService {
    /** A whole partition is walked in a ring; more than this at once is too much for its nodes and for a person. */
    private static final int MOST = 16;

    private final PartitionService partitions;
    private final MemberService members;
    private final FabricService fabrics;
    private final Gatherer gatherer;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Clock clock;

    DiagnosisService(
            PartitionService partitions,
            MemberService members,
            FabricService fabrics,
            Gatherer gatherer,
            AuditLog audit,
            CurrentActor actors,
            Clock clock) {
        this.partitions = partitions;
        this.members = members;
        this.fabrics = fabrics;
        this.gatherer = gatherer;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    /** @param cut whether the partition has more members than were looked at */
    public record Diagnoses(List<DiagnosisView> items, boolean cut) {}

    /** What can be chosen. */
    public record Choices(PartitionView partition, List<MemberView> members) {}

    public Choices choices(UUID partition) {
        return new Choices(partitions.get(partition), first(partition));
    }

    private List<MemberView> first(UUID partition) {
        return members.list(partition, PageRequest.first(PageRequest.MOST)).items().stream()
                .filter(member -> member.removedAt() == null)
                .toList();
    }

    private record Pair(MemberView from, Optional<MemberView> to) {}

    private record Asked(Pair pair, CompletableFuture<Facts> here, CompletableFuture<Facts> there) {}

    public Diagnoses run(UUID partition, DiagnosisForm form) {
        PartitionView view = partitions.get(partition);
        Facts fabric = FabricSide.facts(view, fabrics.get(view.fabric().id()).status(), clock.instant());
        List<Pair> pairs = pairs(partition, form);
        List<Asked> asked = pairs.stream().limit(MOST).map(this::ask).toList();
        List<DiagnosisView> views =
                asked.stream().map(each -> judge(view, each, fabric)).toList();
        audit.recordAlone(AuditEntry.success("partition.diagnose", "partition", partition, view.name())
                .tenant(view.tenant().id())
                .after(summary(views)));
        return new Diagnoses(views, pairs.size() > MOST);
    }

    private List<Pair> pairs(UUID partition, DiagnosisForm form) {
        if (form.from() != null && !form.from().isBlank()) {
            Optional<MemberView> to = Optional.ofNullable(form.to())
                    .filter(text -> !text.isBlank())
                    .map(text -> members.get(partition, id("to", text)));
            return List.of(new Pair(members.get(partition, id("from", form.from())), to));
        }
        List<MemberView> all = first(partition);
        List<Pair> ring = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            MemberView next = all.get((i + 1) % all.size());
            ring.add(new Pair(all.get(i), all.size() > 1 ? Optional.of(next) : Optional.empty()));
        }
        return ring;
    }

    private static UUID id(String field, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new DomainFault.Invalid(field, "is the id of a member of this partition");
        }
    }

    private Asked ask(Pair pair) {
        CompletableFuture<Facts> there = pair.to()
                .map(peer -> gatherer.ask(peer, Optional.of(pair.from())))
                .orElseGet(() -> CompletableFuture.completedFuture(Facts.NONE));
        return new Asked(pair, gatherer.ask(pair.from(), pair.to()), there);
    }

    private DiagnosisView judge(PartitionView partition, Asked asked, Facts fabric) {
        boolean sharesHost = !actors.get().isOperator();
        Facts here = seen(asked.here().join(), sharesHost);
        Facts there = seen(asked.there().join(), sharesHost);
        Diagnosis diagnosis = Doctor.judge(new Case(here, there, fabric));
        MemberView from = asked.pair().from();
        Optional<MemberView> to = asked.pair().to();
        List<DiagnosisView.End> ends = new ArrayList<>();
        ends.add(DiagnosisView.end(from.node().name(), here));
        to.ifPresent(peer -> ends.add(DiagnosisView.end(peer.node().name(), there)));
        ends.add(DiagnosisView.end("", fabric));
        return DiagnosisView.of(
                new Ref(partition.id(), partition.name()),
                member(from),
                to.map(DiagnosisService::member).orElse(null),
                clock.instant(),
                diagnosis,
                List.copyOf(ends));
    }

    private static Facts seen(Facts facts, boolean sharesHost) {
        return sharesHost ? Redaction.forTenant(facts) : facts;
    }

    private static DiagnosisView.Member member(MemberView member) {
        return new DiagnosisView.Member(
                member.id(),
                new Ref(member.node().id(), member.node().name()),
                member.iface().name(),
                Gatherer.address(member).orElse(""));
    }

    private static List<Map<String, String>> summary(List<DiagnosisView> views) {
        return views.stream()
                .map(view -> Map.of(
                        "from", view.from().node().name(),
                        "to", name(view.to()),
                        "verdict", view.verdict(),
                        "cause", cause(view.primary())))
                .toList();
    }

    private static String name(DiagnosisView.@Nullable Member member) {
        return member == null ? "" : member.node().name();
    }

    private static String cause(DiagnosisView.@Nullable Named cause) {
        return cause == null ? "" : cause.code();
    }
}
