package dev.ibportal.audit;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an export says of itself; signed, so that the portal answers for it.
 *
 * @param filter by which its events were chosen
 * @param everything whether it holds the whole log: then the check asks for every number
 * @param sealed events that have a number; the others were too young
 * @param sha256 of the file with the events
 * @param head the last block of the log when the export was made, as an anchor writes it
 */
public record ExportManifest(
        String format,
        String madeAt,
        String madeBy,
        Map<String, String> filter,
        boolean everything,
        String file,
        String fileFormat,
        long events,
        long sealed,
        @Nullable String firstAt,
        @Nullable String lastAt,
        @Nullable Long firstNumber,
        @Nullable Long lastNumber,
        String sha256,
        String proofSha256,
        @Nullable String head,
        String keyId,
        List<Key> keys) {
    public static final String FORMAT = "ibportal-audit-export-1";
    /** The format of files that are signed as they are, without events. */
    public static final String SIGNED_FILE = "ibportal-signed-file-1";

    public static final String NAME = "manifest.json";
    public static final String SIGNATURE = "manifest.sig";
    public static final String PROOF = "proof.jsonl";

    /** A public key in base64. */
    public record Key(
            String id,
            String publicKey,
            @Nullable String endorsedBy,
            @Nullable String endorsement) {
        public static Key of(KeyRing.Key key) {
            byte[] endorsement = key.endorsement();
            return new Key(
                    key.id(),
                    Base64.getEncoder().encodeToString(key.publicKey()),
                    key.endorsedBy(),
                    endorsement == null ? null : Base64.getEncoder().encodeToString(endorsement));
        }

        KeyRing.Key read() {
            return new KeyRing.Key(
                    id,
                    Base64.getDecoder().decode(publicKey),
                    endorsedBy,
                    endorsement == null ? null : Base64.getDecoder().decode(endorsement));
        }
    }

    KeyRing ring() {
        return new KeyRing(keys.stream().map(Key::read).toList());
    }
}
