package dev.ibportal.portal.overview;

import dev.ibportal.portal.overview.OverviewSql.Counts;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.Authenticated;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.TEXT_HTML)
class OverviewPages {
    private final Shells shells;
    private final OverviewSql sql;
    private final CurrentActor actor;
    private final Clock clock;

    OverviewPages(Shells shells, OverviewSql sql, CurrentActor actor, Clock clock) {
        this.shells = shells;
        this.sql = sql;
        this.actor = actor;
        this.clock = clock;
    }

    @CheckedTemplate(basePath = "overview")
    static class Templates {
        static native TemplateInstance overview(
                Shell shell, Counts counts, List<Trouble.Told> troubles, List<Step> steps);

        static native TemplateInstance nowhere(Shell shell);

        static native TemplateInstance overview$live(
                Shell shell, Counts counts, List<Trouble.Told> troubles, List<Step> steps);
    }

    @GET
    @Authenticated
    public Response show(@HeaderParam(Html.HTMX) @Nullable String htmx) {
        if (actor.get().mustChangePassword()) {
            return Html.see("/settings/password");
        }
        Shell shell = shells.open(Section.OVERVIEW);
        if (!shell.isPlaced()) {
            return Html.ok(shell, Templates.nowhere(shell));
        }
        OverviewMessages messages = Texts.of(OverviewMessages.class, shell.language());
        OverviewSql.State state = sql.read(clock.instant());
        Counts counts = state.counts();
        List<Trouble.Told> troubles = state.troubles().stream()
                .map(trouble -> trouble.told(messages, new States(shell)))
                .toList();
        List<Step> steps = Step.of(counts, messages, shell.may(Permissions.FABRIC_WRITE));
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.overview(shell, counts, troubles, steps)
                        : Templates.overview$live(shell, counts, troubles, steps));
    }
}
