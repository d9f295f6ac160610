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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks both ends and the fabric, and judges. */
@ApplicationScoped
public class DiagnosisService {
    /** What is wrong comes first; a thousand pairs that are well are no news. */
    private static final int MOST_IN_AUDIT = 50;

    private final PartitionService partitions;
    private final MemberService members;
    private final FabricService fabrics;
    private final Rounds rounds;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Clock clock;
    private final KeptBundles kept;

    DiagnosisService(
            PartitionService partitions,
            MemberService members,
            FabricService fabrics,
            Rounds rounds,
            AuditLog audit,
            CurrentActor actors,
            Clock clock) {
        this.kept = new KeptBundles(clock);
        this.partitions = partitions;
        this.members = members;
        this.fabrics = fabrics;
        this.rounds = rounds;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    /**
     * @param id under which its files can be had for some minutes
     * @param summary of all pairs
     * @param items what is wrong comes first
     * @param cut whether the partition has more pairs than were looked at
     */
    public record Diagnoses(UUID id, DiagnosisSummary summary, List<DiagnosisView> items, boolean cut) {}

    /** What can be chosen. */
    public record Choices(PartitionView partition, List<MemberView> members) {}

    public Choices choices(UUID partition) {
        return new Choices(partitions.get(partition), first(partition));
    }

    private List<MemberView> first(UUID partition) {
        return members.list(partition, PageRequest.first(PageRequest.MOST)).items().stream()
                .filter(member -> member.removedAt() == null)
                .sorted(Comparator.comparing(member -> member.node().name(), NaturalOrder.INSTANCE))
                .toList();
    }

    public Diagnoses run(UUID partition, DiagnosisForm form) {
        PartitionView view = partitions.get(partition);
        List<MemberView> all = first(partition);
        Facts fabric =
                FabricSide.facts(view, all, fabrics.get(view.fabric().id()).status(), clock.instant());
        List<Pair> pairs = pairs(partition, all, form);
        List<Rounds.Looked> looked = rounds.look(pairs, fabric);
        List<DiagnosisView> views = DiagnosisSummary.sorted(
                looked.stream().map(each -> judge(view, each, fabric)).toList());
        audit.recordAlone(AuditEntry.success("partition.diagnose", "partition", partition, view.name())
                .tenant(view.tenant().id())
                .after(summary(views)));
        Diagnoses found =
                new Diagnoses(UUID.randomUUID(), DiagnosisSummary.of(views), views, looked.size() < pairs.size());
        boolean sharesHost = !actors.get().isOperator();
        kept.put(
                actors.get(),
                partition,
                new Bundle(view.name(), clock.instant(), found, Bundle.raw(looked, sharesHost)));
        return found;
    }

    /** What this person has just seen of this partition; when it is no longer kept, it is looked at anew. */
    Bundle bundle(UUID partition, String diagnosis, DiagnosisForm form) {
        return kept.find(actors.get(), partition, diagnosis).orElseGet(() -> {
            UUID anew = run(partition, form).id();
            return kept.find(actors.get(), partition, anew.toString()).orElseThrow();
        });
    }

    private List<Pair> pairs(UUID partition, List<MemberView> all, DiagnosisForm form) {
        boolean whole = form.from() == null || form.from().isBlank();
        Optional<String> to = Optional.ofNullable(form.to()).filter(text -> !text.isBlank());
        if (whole && to.isPresent()) {
            throw refused("diagnosis.whole", "is for one pair; the whole partition is asked without it");
        }
        if (whole) {
            return Pair.meant(all);
        }
        if (to.isPresent() && to.get().equals(form.from())) {
            throw refused("diagnosis.same", "is another member than the one that asks");
        }
        return List.of(new Pair(
                members.get(partition, id("from", String.valueOf(form.from()))),
                to.map(text -> members.get(partition, id("to", text)))));
    }

    private static DomainFault refused(String code, String message) {
        return new DomainFault.Invalid(List.of(new DomainFault.FieldError("to", message, code)), null);
    }

    private static UUID id(String field, String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new DomainFault.Invalid(field, "is the id of a member of this partition");
        }
    }

    private DiagnosisView judge(PartitionView partition, Rounds.Looked asked, Facts fabric) {
        boolean sharesHost = !actors.get().isOperator();
        Facts here = seen(asked.here().facts(), sharesHost);
        Facts there = seen(asked.there().facts(), sharesHost);
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
                .limit(MOST_IN_AUDIT)
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
