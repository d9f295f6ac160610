package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Secrets;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How a person wants pages to be; kept with the account, so that it is the same in each browser. */
@ApplicationScoped
public class Preferences {
    private final CurrentActor actor;
    private final FabricDb db;

    Preferences(CurrentActor actor, FabricDb db) {
        this.actor = actor;
        this.db = db;
    }

    /** @param zone null: as the browser says */
    public void setZone(@Nullable String zone) {
        if (zone != null && Shells.zoneId(zone).isEmpty()) {
            throw new DomainFault.Invalid("zone", "\"" + zone + "\" is no time zone");
        }
        set("UPDATE app_user SET zone = ? WHERE id = ?", zone);
    }

    void setLanguage(Language language) {
        set("UPDATE app_user SET locale = ? WHERE id = ?", language.tag());
    }

    /** @param tenant null: all that the person may see */
    void actFor(String session, @Nullable UUID tenant) {
        if (tenant != null && !actor.get().knows(tenant)) {
            throw new DomainFault.NotFound("tenant", tenant);
        }
        db.write(connection -> Sql.of(
                        "UPDATE web_session SET acting_tenant_id = (SELECT id FROM tenant WHERE id = ?)"
                                + " WHERE id_hash = ? AND user_id = ?",
                        tenant,
                        Secrets.hash(session),
                        actor.get().requireUserId())
                .update(connection));
    }

    private void set(String sql, @Nullable String value) {
        db.write(connection -> Sql.of(sql, value, actor.get().requireUserId()).update(connection));
    }
}
