package dev.ibportal.portal.evidence;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.audit.BundleWriter;
import dev.ibportal.audit.ExportManifest;
import dev.ibportal.portal.evidence.EvidenceService.Evidence;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.seal.SealService;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Evidence as a file that shows who made it, and that nobody changed it: signed as exports of the audit log are. */
@ApplicationScoped
class EvidenceBundle {
    static final String FILE = "isolation-evidence.json";

    private final SealService seals;
    private final CurrentActor actors;
    private final ObjectMapper json;

    EvidenceBundle(SealService seals, CurrentActor actors, ObjectMapper json) {
        this.seals = seals;
        this.actors = actors;
        this.json = json;
    }

    byte[] of(Evidence evidence) {
        String key = seals.signingKey();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            BundleWriter bundle = new BundleWriter(out);
            bundle.begin(FILE).write(json.writerWithDefaultPrettyPrinter().writeValueAsBytes(evidence));
            byte[] manifest = BundleWriter.text(manifest(evidence, bundle.end(), key));
            bundle.file(ExportManifest.NAME, manifest);
            bundle.file(ExportManifest.SIGNATURE, seals.sign(manifest));
            bundle.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private ExportManifest manifest(Evidence evidence, String sha256, String key) {
        return new ExportManifest(
                ExportManifest.SIGNED_FILE,
                evidence.at().toString(),
                actors.get().login(),
                Map.of("tenant", evidence.tenant().toString(), "tenantName", evidence.tenantName()),
                false,
                FILE,
                "json",
                evidence.checks().size(),
                0,
                null,
                null,
                null,
                null,
                sha256,
                "",
                SealService.anchorLine(seals.sealNow().orElse(null)),
                key,
                seals.publicKeys());
    }
}
