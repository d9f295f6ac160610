package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault.FieldError;
import io.quarkus.qute.TemplateExtension;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the words for a refusal by its code, and those for a field by its name. */
@TemplateExtension
final class FaultKeys {
    private static final Map<String, String> EXACT = Map.ofEntries(
            Map.entry("name.blank", "name_blank"),
            Map.entry("name.length", "name_length"),
            Map.entry("name.control-character", "name_character"),
            Map.entry("name.invisible-character", "name_character"),
            Map.entry("prefix.host-bits", "host_bits"),
            Map.entry("pool.gateway", "gateway"),
            Map.entry("pool.not-unicast", "not_unicast"),
            Map.entry("pool.range", "outside"),
            Map.entry("pool.exclusion", "outside"),
            Map.entry("pool.range-overlap", "range_overlap"),
            Map.entry("range-overlap", "range_overlap"),
            Map.entry("pool-full", "full"),
            Map.entry("no-free-pkey", "full"),
            Map.entry("none-free", "full"),
            Map.entry("pkey-table-full", "full"),
            Map.entry("pool-overlap", "overlap"),
            Map.entry("network-overlap", "overlap"),
            Map.entry("overlap", "overlap"),
            Map.entry("networks-too-large", "network_room"),
            Map.entry("index0-not-available", "index0"),
            Map.entry("network-on-node", "overlap"),
            Map.entry("not-vouched", "not_vouched"),
            Map.entry("isolates", "isolates"),
            Map.entry("already-member", "already_member"),
            Map.entry("being-removed", "being_removed"),
            Map.entry("addresses-taken", "in_use"),
            Map.entry("reference", "in_use"),
            Map.entry("missing", "missing"),
            Map.entry("quota-exceeded", "quota"),
            Map.entry("tenant-suspended", "suspended"),
            Map.entry("login-taken", "login_taken"),
            Map.entry("password.length", "password_length"),
            Map.entry("password.common", "password_common"),
            Map.entry("password.little", "password_little"),
            Map.entry("password.names", "password_names"),
            Map.entry("diagnosis.whole", "whole_no_peer"),
            Map.entry("diagnosis.same", "same_member"),
            Map.entry("stale", "stale"),
            Map.entry("forbidden", "forbidden"),
            Map.entry("not-found", "not_found"),
            Map.entry("too-large", "too_large"),
            Map.entry("too-many", "busy"),
            Map.entry("unavailable", "busy"),
            Map.entry("malformed", "unreadable"),
            Map.entry("unsupported-media-type", "unreadable"));

    private static final Set<String> BY_KIND = Set.of("guid", "ip", "prefix", "range", "pkey", "mtu", "password");

    /** Told in the page's own words alone: the facts behind it are for programs. */
    private static final Set<String> WORDS_ALONE = Set.of(
            "stale",
            "forbidden",
            "missing",
            "whole_no_peer",
            "same_member",
            "login_taken",
            "password_length",
            "password_common",
            "password_little",
            "password_names");

    private static final Set<String> FIELDS = Set.of(
            "name",
            "from",
            "to",
            "description",
            "tenant",
            "fabric",
            "pkey",
            "prefix",
            "gateway",
            "ranges",
            "range",
            "exclusions",
            "partition",
            "address",
            "node",
            "nodes",
            "port",
            "membership",
            "defaultMembership",
            "mode",
            "mtu",
            "ipMtu",
            "ibMtu",
            "rateCode",
            "serviceLevel",
            "count",
            "note",
            "login",
            "role",
            "roles",
            "guid",
            "smNode",
            "smStandbys",
            "reservedPkeys",
            "requestOnlyPkeys",
            "pkeyFirst",
            "pkeyLast",
            "quarantineSeconds",
            "typed",
            "currentPassword",
            "newPassword",
            "again",
            "password",
            "partitions",
            "addresses",
            "zone",
            "requestId",
            "outcome",
            "within",
            "scopes",
            "expiresAt",
            "days",
            "confirm",
            "reason",
            "policy",
            "profile",
            "routes",
            "dnsServers",
            "dnsSearch",
            "channels",
            "transmitQueueLength",
            "smKind",
            "portalRoles");

    private static final Pattern PLACE = Pattern.compile("[\\[.].*");

    private static final Pattern CAPITAL = Pattern.compile("([A-Z])");

    private FaultKeys() {}

    static String key(FieldError error) {
        return "e_" + word(error.code());
    }

    static boolean alone(FieldError error) {
        return WORDS_ALONE.contains(word(error.code()));
    }

    /** Whether the message is in the page's own language: it was made for a page, not for programs. */
    static boolean told(FieldError error) {
        return error.code().equals("told");
    }

    /** Of the field's name in words; empty when there are none. */
    static String fieldKey(FieldError error) {
        String field = PLACE.matcher(error.field()).replaceFirst("");
        return FIELDS.contains(field)
                ? "f_" + CAPITAL.matcher(field).replaceAll("_$1").toLowerCase(Locale.ROOT)
                : "";
    }

    static String word(String code) {
        String exact = EXACT.get(code);
        if (exact != null) {
            return exact;
        }
        int dot = code.indexOf('.');
        String kind = dot < 0 ? "" : code.substring(0, dot);
        if (BY_KIND.contains(kind)) {
            return kind;
        }
        if (code.endsWith(".unknown")) {
            return "choice";
        }
        if (code.endsWith("-exists")) {
            return "exists";
        }
        if (code.endsWith("taken")) {
            return "taken";
        }
        if (code.endsWith("not-available")) {
            return "not_available";
        }
        if (code.endsWith("-in-use")) {
            return "in_use";
        }
        return code.startsWith("http-") || code.equals("conflict") ? "conflict" : "invalid";
    }
}
