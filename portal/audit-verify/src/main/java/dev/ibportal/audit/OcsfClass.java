package dev.ibportal.audit;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which OCSF class tells of an action, so that the rules that a SIEM has for log-ins and accounts find ours; all else is a
 * call of the API.
 *
 * @param activity number of the class for what was done, and its word
 */
record OcsfClass(int category, String categoryName, int uid, String name, int activity, String activityName) {
    private static final int OTHER = 99;
    private static final Map<Integer, String> API_ACTIVITIES = Map.of(1, "Create", 2, "Read", 3, "Update", 4, "Delete");
    private static final Map<String, OcsfClass> NAMED = Map.ofEntries(
            Map.entry("session.login", authentication(1, "Logon")),
            Map.entry("session.logout", authentication(2, "Logoff")),
            Map.entry("session.end", authentication(2, "Logoff")),
            Map.entry("session.end-all", authentication(2, "Logoff")),
            Map.entry("session.reopen", authentication(OTHER, "reopen")),
            Map.entry("session.token", authentication(OTHER, "token")),
            Map.entry("session.cookie", authentication(OTHER, "cookie")),
            Map.entry("user.create", account(1, "Create")),
            Map.entry("user.enable", account(2, "Enable")),
            Map.entry("user.change-password", account(3, "Password Change")),
            Map.entry("user.reset-password", account(4, "Password Reset")),
            Map.entry("user.disable", account(5, "Disable")),
            Map.entry("user.change-roles", account(OTHER, "change-roles")),
            Map.entry("user.update", account(OTHER, "update")),
            Map.entry("user.hash-password", account(OTHER, "hash-password")),
            Map.entry("service-account.create", account(1, "Create")),
            Map.entry("service-account.change", account(OTHER, "change")),
            Map.entry("service-account.remove", account(6, "Delete")));
    private static final Set<String> CREATES =
            Set.of("create", "add", "register", "invite", "enrol", "grant", "allocate", "insert");
    private static final Set<String> READS = Set.of("export", "read", "verify", "get");
    private static final Set<String> DELETES =
            Set.of("delete", "remove", "release", "revoke", "free", "retire", "drop-month", "truncate");

    static OcsfClass of(String action) {
        OcsfClass named = NAMED.get(action);
        return named == null ? api(action) : named;
    }

    private static OcsfClass authentication(int activity, String word) {
        return new OcsfClass(3, "Identity & Access Management", 3002, "Authentication", activity, word);
    }

    private static OcsfClass account(int activity, String word) {
        return new OcsfClass(3, "Identity & Access Management", 3001, "Account Change", activity, word);
    }

    private static OcsfClass api(String action) {
        String verb = action.substring(action.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        int activity = activity(verb);
        return new OcsfClass(
                6, "Application Activity", 6003, "API Activity", activity, API_ACTIVITIES.getOrDefault(activity, verb));
    }

    private static int activity(String verb) {
        if (CREATES.contains(verb)) {
            return 1;
        }
        if (READS.contains(verb)) {
            return 2;
        }
        if (DELETES.contains(verb)) {
            return 4;
        }
        return verb.contains("update") || verb.contains("change") || verb.contains("rename") ? 3 : OTHER;
    }

    boolean isApi() {
        return category == 6;
    }

    boolean isAuthentication() {
        return uid == 3002;
    }

    int type() {
        return uid * 100 + activity;
    }
}
