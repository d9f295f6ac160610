package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.core.Check;
import dev.ibportal.portal.platform.page.Badge;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How checks are told: the details too, sentence by sentence, for exports and API have them in English. Public for the templates. */
public record EvidenceWords(EvidenceMessages messages) {
    private static final List<Known> KNOWN = List.of(
            known("no other live partition of the fabric has the key", (m, first) -> m.d_key_unique()),
            known("another live partition of the fabric has the same key", (m, first) -> m.d_key_twice()),
            known("(\\d+) ports that are no members have the key in their tables", (m, first) -> m.d_foreign(first)),
            known(
                    "no other port has the key in its table \\(all registered ports were read\\)",
                    (m, first) -> m.d_no_foreign()),
            known(
                    "(\\d+) ports are full members of the default partition, and reach each other in it",
                    (m, first) -> m.d_default_full(first)),
            known(
                    "the fabric is set to make ports full members of the default partition",
                    (m, first) -> m.d_default_set()),
            known(
                    "the subnet manager has not confirmed the configuration that makes ports limited members",
                    (m, first) -> m.d_not_confirmed()),
            known(
                    "every port but the subnet manager's is a limited member at most \\(all registered ports were read\\)",
                    (m, first) -> m.d_limited()),
            known("no port is registered on the fabric", (m, first) -> m.d_no_port()),
            known("not every port's table was (?:ever )?read.*", (m, first) -> m.d_unread()),
            known("nobody has tried to get out of it yet;.*", (m, first) -> m.d_never_tried()),
            known(
                    "a ping inside one of the two partitions did not pass (?:before|after) the try",
                    (m, first) -> m.d_framed()),
            known(
                    "a ping into another partition was answered by a host that is in both, which may answer for itself",
                    (m, first) -> m.d_for_itself()),
            known(
                    "a ping from the partition into another one of the fabric was answered",
                    (m, first) -> m.d_answered()),
            known(
                    "a ping into another partition of the fabric was not answered, while pings inside both were, before and after it",
                    (m, first) -> m.d_silent()),
            known(
                    "a ping into another partition of the fabric was not answered.*more than (\\d+) hours ago: try again",
                    (m, first) -> m.d_silent_old(first)),
            known("fewer than two of its members are in sync with an IPv4 address", (m, first) -> m.d_too_few()),
            known("there is no other partition here that could be tried against", (m, first) -> m.d_no_other()),
            known("nobody has said whether they are set:.*", (m, first) -> m.d_keys_unsaid()),
            known("(.+): not set, or the value that everybody knows;.*", (m, first) -> m.d_keys_open(first)),
            known(
                    "(.+): OpenSM's options file could not be read or understood;.*",
                    (m, first) -> m.d_keys_unreadable(first)),
            known("(.+) are set in the options file that OpenSM reads at its start", (m, first) -> m.d_keys_set(first)),
            known(
                    "(.+) are set in the options file.*more than (?:\\d+) minutes ago",
                    (m, first) -> m.d_keys_set_old(first)));

    private record Known(Pattern sentence, BiFunction<EvidenceMessages, String, String> words) {}

    private static Known known(String sentence, BiFunction<EvidenceMessages, String, String> words) {
        return new Known(Pattern.compile(sentence), words);
    }

    public Badge verdict(Check check) {
        return switch (check.verdict()) {
            case PROVED -> Badge.good(messages.proved());
            case BROKEN -> Badge.bad(messages.broken());
            case NOT_VERIFIED -> Badge.unknown(messages.not_verified());
        };
    }

    public String kind(Check check) {
        return switch (check.kind()) {
            case "keys-unique" -> messages.keys_unique();
            case "default-limited" -> messages.default_limited();
            case "no-foreign-members" -> messages.no_foreign_members();
            case "sm-keys" -> messages.sm_keys();
            default -> messages.negative_ping();
        };
    }

    /** In the person's language; as it is where nobody has put it into words. */
    public String detail(Check check) {
        for (Known known : KNOWN) {
            Matcher matcher = known.sentence.matcher(check.detail());
            if (matcher.matches()) {
                return known.words.apply(messages, matcher.groupCount() > 0 ? matcher.group(1) : "");
            }
        }
        return check.detail();
    }

    public String course(Check.Course course) {
        String to = course.to() == null ? messages.course_foreign() : course.to();
        return messages.course(course.packets(), course.from(), to, course.inside());
    }
}
