package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.security.CurrentActor;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Looks over the fences between tenants, for operators alone. */
@ApplicationScoped
public class Overseer {
    private final FabricDb db;
    private final CurrentActor actor;

    Overseer(FabricDb db, CurrentActor actor) {
        this.db = db;
        this.actor = actor;
    }

    public boolean isPresent() {
        return actor.get().isOperator();
    }

    /** Empty for everybody else. */
    public <T> Optional<T> read(Work<Optional<T>> work) {
        return isPresent() ? db.read(work) : Optional.empty();
    }
}
