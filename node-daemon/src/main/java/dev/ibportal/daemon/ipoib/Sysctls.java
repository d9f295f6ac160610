package dev.ibportal.daemon.ipoib;

import java.util.Optional;

/** When a kernel setting that was found is as good as the wanted one. */
final class Sysctls {
    private Sysctls() {}

    /** Room for neighbours is the whole host's: somebody else's larger value stays. */
    static boolean isMet(String key, String wanted, Optional<String> found) {
        if (found.isEmpty()) {
            return false;
        }
        return isHostWide(key)
                ? number(found.get()) >= number(wanted)
                : found.get().equals(wanted);
    }

    static boolean isHostWide(String key) {
        return key.contains("/neigh/default/");
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
    }
}
