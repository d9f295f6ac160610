package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.jobs.Ticker;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How many exports run at once. Each holds a connection of the database for as long as its reader takes, so that they are few;
 * and whoever reads slowly takes places of their own only: a person never all of their tenant's, a tenant never all of the
 * tenants', and tenants none of those that are kept for people with a role in the whole portal.
 */
@Singleton
class ExportSlots {
    /** For tenants together, and as many for people with a role in the whole portal. */
    static final int OF_A_KIND = 4;

    static final int OF_A_TENANT = 3;
    static final int OF_A_PERSON = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final CurrentActor actors;
    private final TenantContext tenants;
    private final List<Slot> running = new ArrayList<>();

    ExportSlots(CurrentActor actors, TenantContext tenants) {
        this.actors = actors;
        this.tenants = tenants;
    }

    /** @param tenant null: this person has a role in the whole portal, whoever they act for */
    record Who(String login, @Nullable UUID tenant) {
        boolean isOfTenant() {
            return tenant != null;
        }
    }

    /** A place that was taken; to be given back. */
    final class Slot implements AutoCloseable {
        private final Who who;
        private final PatientOutput out;

        private Slot(Who who, PatientOutput out) {
            this.who = who;
            this.out = out;
        }

        PatientOutput out() {
            return out;
        }

        @Override
        public void close() {
            synchronized (running) {
                running.remove(this);
            }
        }
    }

    void atStart(@Observes StartupEvent event, Ticker ticker) {
        ticker.every(LOOK, "breaking off exports that nobody reads", () -> breakOff(PATIENCE));
    }

    /** Ends those whose readers have taken nothing for so long; answers how many. */
    int breakOff(Duration patience) {
        synchronized (running) {
            return (int)
                    running.stream().filter(slot -> slot.out.breakOff(patience)).count();
        }
    }

    Who asking() {
        boolean isPortalWide = actors.get().isPortalWide();
        return new Who(
                actors.get().login(), isPortalWide ? null : tenants.tenant().orElse(null));
    }

    /** Whether whoever asks could begin one now. */
    boolean hasRoom() {
        synchronized (running) {
            return isRoomFor(asking());
        }
    }

    /** Empty when others were faster. */
    Optional<Slot> take(OutputStream out) {
        Who who = asking();
        synchronized (running) {
            if (!isRoomFor(who)) {
                return Optional.empty();
            }
            Slot slot = new Slot(who, new PatientOutput(out));
            running.add(slot);
            return Optional.of(slot);
        }
    }

    private boolean isRoomFor(Who who) {
        int person = 0;
        int kind = 0;
        int tenant = 0;
        for (Slot slot : running) {
            person += slot.who.login().equals(who.login()) ? 1 : 0;
            kind += slot.who.isOfTenant() == who.isOfTenant() ? 1 : 0;
            tenant += who.isOfTenant() && Objects.equals(slot.who.tenant(), who.tenant()) ? 1 : 0;
        }
        return person < OF_A_PERSON && kind < OF_A_KIND && tenant < OF_A_TENANT;
    }
}
