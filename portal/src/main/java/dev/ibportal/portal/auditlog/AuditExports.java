package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.BundleWriter;
import dev.ibportal.audit.EventFormat;
import dev.ibportal.audit.ExportManifest;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.auditlog.EventStream.Written;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.seal.NumberSet;
import dev.ibportal.portal.seal.SealService;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Exports of exactly what a filter shows, streamed; as bare events, or as a bundle that proves itself. */
@ApplicationScoped
public class AuditExports {
    private static final Logger LOG = Logger.getLogger(AuditExports.class);

    private static final int TRY_AGAIN = 10;
    private static final int SHORT_ID = 8;
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'");

    private final ExportSlots slots;
    private final AuditReader reader;
    private final EventStream stream;
    private final AuditLog log;
    private final TenantContext tenants;
    private final SealService seals;
    private final Clock clock;

    AuditExports(
            ExportSlots slots,
            AuditReader reader,
            EventStream stream,
            AuditLog log,
            TenantContext tenants,
            SealService seals,
            Clock clock) {
        this.slots = slots;
        this.reader = reader;
        this.stream = stream;
        this.log = log;
        this.tenants = tenants;
        this.seals = seals;
        this.clock = clock;
    }

    /** Checks the filter, and keeps that somebody exports; what follows is written after the answer has begun. */
    public void announce(AuditFilter filter, EventFormat format) {
        if (!slots.hasRoom()) {
            // The same for everybody: nobody learns from it what others do.
            throw new DomainFault.TooMany(
                    "No further export of the audit log can begin just now. Try again in " + TRY_AGAIN + " s.",
                    TRY_AGAIN);
        }
        reader.list(filter, PageRequest.first(1));
        tell("audit.export", Map.of("format", format.code(), "filter", filter.given()));
    }

    private void tell(String action, Map<String, Object> after) {
        log.recordAlone(AuditEntry.success(action, "audit", "", "")
                .tenant(tenants.tenant().orElse(null))
                .after(after));
    }

    /** Says whose events, and as of when, so that several lie beside each other in one folder. */
    String fileName(EventFormat format) {
        String whose =
                tenants.tenant().map(id -> id.toString().substring(0, SHORT_ID)).orElse("all");
        String at = STAMP.format(clock.instant().atOffset(ZoneOffset.UTC));
        return "audit-" + whose + "-" + at + "-" + format.code() + ".zip";
    }

    /** The events alone. A stream that breaks off has no end of its transfer coding. */
    public void write(AuditFilter filter, EventFormat format, OutputStream out) throws IOException {
        inSlot(
                out,
                patient -> finished(stream.write(
                        filter, format.sink(patient), seals.sealNow().orElse(null))));
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    /** Of those that were announced at the same moment one too many breaks off. */
    private void inSlot(OutputStream out, Writing export) throws IOException {
        try (ExportSlots.Slot slot = slots.take(out)
                .orElseThrow(() -> new IOException("too many exports of the audit log began at the same moment"))) {
            export.to(slot.out());
        }
    }

    /** Events, proof, manifest and signature, in a ZIP. */
    public void writeBundle(AuditFilter filter, EventFormat format, OutputStream out) throws IOException {
        try {
            inSlot(out, patient -> bundle(filter, format, patient));
        } catch (IOException | RuntimeException e) {
            LOG.warnf(e, "an export of the audit log broke off; what was sent of it is no whole ZIP");
            throw e;
        }
    }

    private void bundle(AuditFilter filter, EventFormat format, OutputStream out) throws IOException {
        String key = seals.signingKey();
        // Before the head is taken: whatever was anchored before this moment has to be in front of that head.
        Instant begun = clock.instant();
        Seal head = seals.sealNow().orElse(null);
        boolean everything = tenants.isPortalWide() && filter.given().isEmpty();
        BundleWriter bundle = new BundleWriter(out);
        OutputStream file = bundle.begin(format.fileName());
        Written written = stream.write(filter, format.sink(file), head);
        String hash = bundle.end();
        OutputStream proof = bundle.begin(ExportManifest.PROOF);
        seals.prove(written.numbers(), head, everything, line -> proof.write(BundleWriter.line(line)));
        String proofHash = bundle.end();
        byte[] manifest = BundleWriter.text(
                manifest(filter, format, written, new Sums(hash, proofHash, key, head, everything, begun)));
        bundle.file(ExportManifest.NAME, manifest);
        bundle.file(ExportManifest.SIGNATURE, seals.sign(manifest));
        bundle.finish();
        finished(written);
    }

    private record Sums(
            String events,
            String proof,
            String key,
            @Nullable Seal head,
            boolean everything,
            Instant begun) {}

    private ExportManifest manifest(AuditFilter filter, EventFormat format, Written written, Sums sums) {
        NumberSet numbers = written.numbers();
        Map<String, String> given = new LinkedHashMap<>(filter.given());
        tenants.tenant().ifPresent(tenant -> given.put("tenant", tenant.toString()));
        return new ExportManifest(
                ExportManifest.FORMAT,
                sums.begun().toString(),
                slots.asking().login(),
                given,
                sums.everything(),
                format.fileName(),
                format.code(),
                written.events(),
                numbers.size(),
                written.first(),
                written.last(),
                numbers.isEmpty() ? null : numbers.first(),
                numbers.isEmpty() ? null : numbers.last(),
                sums.events(),
                sums.proof(),
                SealService.anchorLine(sums.head()),
                sums.key(),
                seals.publicKeys());
    }

    private void finished(Written written) {
        tell(
                "audit.export-end",
                Map.of("events", written.events(), "sealed", written.numbers().size()));
    }
}
