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
    public Response ask(UUID id) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        return Html.ok(
                shell, Templates.partition(shell, Form.empty(), diagnoses.choices(id), null, new DoctorWords(shell)));
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

    /** Everything that was gathered, looked at once more, as a file. */
    @POST
    @Path("{id}/diagnose/evidence")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response evidence(UUID id, MultivaluedMap<String, String> sent) {
        shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        return Response.ok(text(diagnoses.run(id, wish(Forms.read(sent)))))
                .type(MediaType.APPLICATION_JSON)
                .header("Content-Disposition", "attachment; filename=\"diagnosis.json\"")
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
