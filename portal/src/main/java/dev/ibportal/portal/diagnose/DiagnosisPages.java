package dev.ibportal.portal.diagnose;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.ibportal.portal.diagnose.DiagnosisService.Choices;
import dev.ibportal.portal.diagnose.DiagnosisService.Diagnoses;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Why it does not ping. */
@Path("/partitions")
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class DiagnosisPages {
    private final Shells shells;
    private final DiagnosisService diagnoses;
    private final ObjectMapper json;

    DiagnosisPages(Shells shells, DiagnosisService diagnoses, ObjectMapper json) {
        this.shells = shells;
        this.diagnoses = diagnoses;
        this.json = json;
    }

    @CheckedTemplate(basePath = "diagnose")
    static class Templates {
        static native TemplateInstance partition(
                Shell shell, Form form, Choices choices, @Nullable Diagnoses found, DoctorWords words);
    }

    @GET
    @Path("{id}/diagnose")
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response ask(UUID id, @QueryParam("from") @Nullable String from) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        return Html.ok(
                shell, Templates.partition(shell, chosen(from), diagnoses.choices(id), null, new DoctorWords(shell)));
    }

    /** A link may bring the member along that does not answer. */
    private static Form chosen(@Nullable String from) {
        return from == null ? Form.empty() : Form.empty("from", from);
    }

    @POST
    @Path("{id}/diagnose")
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response run(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        Form form = Forms.read(sent);
        Choices choices = diagnoses.choices(id);
        DoctorWords words = new DoctorWords(shell);
        try {
            Diagnoses found = diagnoses.run(id, wish(form));
            return Html.ok(shell, Templates.partition(shell, form, choices, found, words));
        } catch (DomainFault.Invalid fault) {
            return Html.refused(shell, Templates.partition(shell, Forms.refused(form, fault), choices, null, words));
        }
    }

    /** What was just seen, with all that was gathered, as one file. */
    @POST
    @Path("{id}/diagnose/evidence")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response evidence(UUID id, MultivaluedMap<String, String> sent) {
        shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        Form form = Forms.read(sent);
        Bundle bundle = diagnoses.bundle(id, form.value("diagnosis"), wish(form));
        return Response.ok(bundle.zip(text(bundle.found())))
                .type("application/zip")
                .header("Content-Disposition", "attachment; filename=\"" + bundle.fileName() + "\"")
                .build();
    }

    private String text(Diagnoses found) {
        try {
            return json.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(found);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("views can be written", e);
        }
    }

    private static DiagnosisForm wish(Form form) {
        return new DiagnosisForm(form.value("from"), form.value("to"));
    }
}
