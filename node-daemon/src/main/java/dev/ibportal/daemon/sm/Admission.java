package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmPartition;
import dev.ibportal.agent.v1.SmRefusalReason;
import dev.ibportal.opensm.ParseResult;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfParser;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides, before anything is touched, whether a document may replace the one that is applied. */
final class Admission {
    private Admission() {}

    sealed interface Verdict {
        /**
         * @param resolved the document with held members replaced by what is written of them
         * @param text the partitions.conf to put in place
         */
        record Admitted(SmDocument resolved, String text) implements Verdict {}

        record Refused(SmRefusalReason reason, String detail) implements Verdict {}
    }

    static Verdict check(SmDocument document, Optional<SmDocument> applied) {
        try {
            Optional<Verdict> refused = applied.flatMap(before -> succession(document, before));
            return refused.orElseGet(
                    () -> rendered(document, applied.map(Members::of).orElse(Map.of())));
        } catch (InvalidValueException e) {
            return new Verdict.Refused(SmRefusalReason.SM_REFUSAL_REASON_INVALID, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<Verdict> succession(SmDocument document, SmDocument before) {
        if (!document.getFabricId().equals(before.getFabricId())) {
            return refuse(
                    SmRefusalReason.SM_REFUSAL_REASON_INVALID,
                    "this subnet manager serves fabric " + before.getFabricId() + ", the document is for "
                            + document.getFabricId());
        }
        if (Long.compareUnsigned(document.getGeneration(), before.getGeneration()) < 0) {
            return refuse(
                    SmRefusalReason.SM_REFUSAL_REASON_STALE,
                    "generation " + document.getGeneration() + " is older than " + before.getGeneration()
                            + ", which is applied");
        }
        return omission(document, before);
    }

    private static Optional<Verdict> omission(SmDocument document, SmDocument before) {
        Set<Members.Key> named = new HashSet<>(Members.of(document).keySet());
        for (Map.Entry<Members.Key, SmMember> written : Members.of(before).entrySet()) {
            if (written.getValue().hasPresent() && !named.contains(written.getKey())) {
                return refuse(
                        SmRefusalReason.SM_REFUSAL_REASON_ITEM_OMITTED,
                        "port " + written.getKey().port() + " is a member of partition "
                                + written.getKey().pkey() + " as of generation " + before.getGeneration()
                                + ", but generation " + document.getGeneration()
                                + " does not name it: present, held or absent expected");
            }
        }
        return Optional.empty();
    }

    private static Verdict rendered(SmDocument document, Map<Members.Key, SmMember> written) {
        SmDocument resolved = resolve(document, written);
        PartitionsConf conf = SmDocuments.conf(resolved);
        String text = PartitionsConfRenderer.render(conf);
        byte[] digest = SmDocuments.sha256(text);
        byte[] expected = document.getRenderedSha256().toByteArray();
        if (!MessageDigest.isEqual(digest, expected)) {
            return new Verdict.Refused(
                    SmRefusalReason.SM_REFUSAL_REASON_DIGEST_MISMATCH,
                    "this daemon renders a file with SHA-256 "
                            + HexFormat.of().formatHex(digest) + ", the portal one with "
                            + (expected.length == 0 ? "none" : HexFormat.of().formatHex(expected)));
        }
        // OpenSM opens the fabric to everybody on a syntax error, so the text itself is read once more.
        ParseResult readBack = PartitionsConfParser.parse(text);
        if (readBack.equals(new ParseResult.Accepted(conf))) {
            return new Verdict.Admitted(resolved, text);
        }
        return new Verdict.Refused(
                SmRefusalReason.SM_REFUSAL_REASON_INVALID,
                "the rendered partitions.conf does not read back as what was to be written"
                        + (readBack instanceof ParseResult.Refused fault ? ": " + fault : ""));
    }

    private static SmDocument resolve(SmDocument document, Map<Members.Key, SmMember> written) {
        SmDocument.Builder resolved = document.toBuilder();
        for (SmPartition.Builder partition : resolved.getPartitionsBuilderList()) {
            for (SmMember.Builder member : partition.getMembersBuilderList()) {
                if (member.hasHeld()) {
                    Members.Key key = new Members.Key(PKey.of(partition.getPkey()), Guid.parse(member.getPortGuid()));
                    SmMember before = written.get(key);
                    if (before != null && before.hasPresent()) {
                        member.setPresent(before.getPresent());
                    } else {
                        member.setAbsent(Absent.getDefaultInstance());
                    }
                }
            }
        }
        return resolved.build();
    }

    private static Optional<Verdict> refuse(SmRefusalReason reason, String detail) {
        return Optional.of(new Verdict.Refused(reason, detail));
    }
}
