package dev.ibportal.portal.reconcile.sm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.types.Guid;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/** A manager in memory, for tests that want none. */
final class FakeSubnetManager implements SubnetManager {
    private final SmReports reports;
    private final Clock clock;
    final List<SmDocument> applied = new ArrayList<>();
    private boolean there;
    private OptionalLong generation = OptionalLong.empty();
    private long underWay;
    private Instant document = Instant.MAX;
    private Instant question = Instant.MAX;

    FakeSubnetManager(SmReports reports, Clock clock) {
        this.reports = reports;
        this.clock = clock;
    }

    @Override
    public Contact contact(SmTarget target) {
        Instant oldest = document.isBefore(question) ? document : question;
        return there ? new Contact.Present(generation, underWay, oldest) : new Contact.None();
    }

    @Override
    public boolean apply(SmTarget target, SmDocument wanted) {
        if (there) {
            applied.add(wanted);
            underWay = wanted.getGeneration();
            document = clock.instant();
        }
        return there;
    }

    @Override
    public boolean read(SmTarget target, Collection<Guid> ports, boolean survey) {
        if (there) {
            question = clock.instant();
        }
        return there;
    }

    void appears(SmTarget target) {
        there = true;
        reports.contactChanged(target.node());
    }

    void disappears(SmTarget target) {
        there = false;
        reports.contactChanged(target.node());
    }

    void answers(SmTarget target, SmReadBack readBack) {
        generation = OptionalLong.of(readBack.getGeneration());
        question = Instant.MAX;
        if (readBack.getGeneration() >= underWay) {
            underWay = 0;
            document = Instant.MAX;
        }
        reports.readBack(target, readBack, clock.instant());
    }

    void refuses(SmTarget target, SmRefusal refusal) {
        underWay = 0;
        document = Instant.MAX;
        question = Instant.MAX;
        reports.refused(target, refusal, clock.instant());
    }
}
