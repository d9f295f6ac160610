package dev.ibportal.portal.posture;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.posture.core.Divergence;
import dev.ibportal.portal.posture.core.Divergence.Kind;
import dev.ibportal.portal.posture.core.PostureCheck;
import java.util.List;

/** How checks and differences are told. Public for the templates. */
public final class PostureWords {
    private final PostureMessages messages;
    private final PostureSayings sayings;

    PostureWords(Shell shell) {
        this.messages = Texts.of(PostureMessages.class, shell.language());
        this.sayings = new PostureSayings(messages);
    }

    /** The evidence in the person's language; what nobody has translated stays English. */
    public String told(String english) {
        return sayings.told(english).orElse(english);
    }

    /** Whether it had to stay English. */
    public boolean isEnglish(String english) {
        return sayings.told(english).isEmpty();
    }

    public Badge verdict(PostureCheck check) {
        return switch (check.verdict()) {
            case GOOD -> Badge.good(messages.good());
            case BAD -> Badge.bad(messages.bad());
            case UNKNOWN -> Badge.unknown(messages.unknown());
        };
    }

    public String check(PostureCheck check) {
        return switch (check.kind()) {
            case "sm-key" -> messages.c_key(check.subject());
            case "default-partition" -> messages.c_default();
            case "managers" -> messages.c_managers();
            case "guids" -> messages.c_guids();
            default -> messages.c_one_fabric();
        };
    }

    public List<Kind> kinds() {
        return List.of(Kind.values());
    }

    public boolean isKind(Kind kind, String text) {
        return kind.name().equalsIgnoreCase(text.strip());
    }

    public Badge kind(Kind kind) {
        return switch (kind) {
            case MISSING -> Badge.bad(messages.k_missing());
            case WRONG -> Badge.bad(messages.k_wrong());
            case UNEXPECTED -> Badge.warn(messages.k_unexpected());
            case UNKNOWN -> Badge.plain(messages.k_unknown());
            case DOWN -> Badge.off(messages.k_down());
            case NOT_KNOWN -> Badge.unknown(messages.k_not_known());
        };
    }

    public String found(Divergence one) {
        return switch (one.found()) {
            case "full" -> messages.f_full();
            case "limited" -> messages.f_limited();
            case "both" -> messages.f_both();
            case "none" -> messages.f_none();
            default -> messages.unknown();
        };
    }

    public String wanted(Divergence one) {
        return switch (one.wanted()) {
            case "full" -> messages.f_full();
            case "limited" -> messages.f_limited();
            default -> messages.f_none();
        };
    }
}
