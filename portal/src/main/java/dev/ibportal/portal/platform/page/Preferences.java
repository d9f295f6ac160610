package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.CurrentActor;
import jakarta.enterprise.context.ApplicationScoped;
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

    private void set(String sql, @Nullable String value) {
        db.write(connection -> Sql.of(sql, value, actor.get().requireUserId()).update(connection));
    }
}
