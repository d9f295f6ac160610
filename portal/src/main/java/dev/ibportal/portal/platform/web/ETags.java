package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.ws.rs.core.EntityTag;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entity tags are row versions: {@code "7"}. */
public final class ETags {
    private static final Pattern TAG = Pattern.compile("\"(\\d{1,9})\"");

    private ETags() {}

    public static EntityTag of(int version) {
        return new EntityTag(Integer.toString(version));
    }

    /**
     * The version that the caller has read.
     *
     * @param ifMatch the header as it came
     */
    public static int version(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank()) {
            throw new DomainFault.PreconditionRequired(
                    "A change needs the header If-Match with the ETag of the state it was made for; read the object first.");
        }
        Matcher tag = TAG.matcher(ifMatch.strip());
        if (!tag.matches()) {
            throw new DomainFault.Stale("If-Match " + ifMatch + " is no ETag of this portal, which look like \"7\".");
        }
        return Integer.parseInt(tag.group(1));
    }

    /** Refuses a change that was made for another state than the present one. */
    public static void requireMatch(@Nullable String ifMatch, int present) {
        requireMatch(version(ifMatch), present);
    }

    public static void requireMatch(int wanted, int present) {
        if (wanted != present) {
            throw new DomainFault.Stale("It was changed meanwhile: you have version " + wanted + ", the present one is "
                    + present + ". Read it again and repeat the change.");
        }
    }
}
