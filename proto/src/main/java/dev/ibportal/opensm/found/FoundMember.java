package dev.ibportal.opensm.found;

import dev.ibportal.opensm.found.Doubt.Reason;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a member list.
 *
 * @param who a GUID, or a keyword in full
 * @param port null: a keyword
 */
record FoundMember(String who, @Nullable Guid port, MembershipType membership) {
    private static final Pattern NUMBER = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    /** In the order in which OpenSM looks: a word that begins like one is taken for it. */
    private static final List<String> KEYWORDS =
            List.of("ALL", "SELF", "ALL_CAS", "ALL_SWITCHES", "ALL_ROUTERS", "NONE");

    /** @param blank whether another member follows without a comma, which undoes what this one says */
    static Optional<FoundMember> read(String text, FoundHeader header, boolean blank, Consumer<Reason> doubts) {
        int equals = text.indexOf('=');
        String who = equals < 0 ? text : text.substring(0, equals).strip();
        Optional<String> keyword = keyword(who);
        boolean isPort = NUMBER.matcher(who).matches();
        if (keyword.isEmpty() && !isPort) {
            doubts.accept(Doubt.BAD_MEMBER.of(text));
            return Optional.empty();
        }
        MembershipType membership = equals < 0
                ? header.defaultMembership()
                : FoundHeader.membership(text.substring(equals + 1).strip(), doubts);
        if (blank) {
            membership = MembershipType.LIMITED;
            doubts.accept(Doubt.BLANK_FIRST_LIMITED.of(text));
        } else if (equals < 0 && isPort) {
            doubts.accept(Doubt.NOT_SAID.of(who, membership.text()));
        }
        if (keyword.isPresent()) {
            return Optional.of(new FoundMember(keyword.get(), null, membership));
        }
        try {
            Guid port = Guid.parse(who);
            return Optional.of(new FoundMember(port.toString(), port, membership));
        } catch (InvalidValueException e) {
            doubts.accept(Doubt.NO_PORT.of(who));
            return Optional.empty();
        }
    }

    private static Optional<String> keyword(String who) {
        if (KEYWORDS.contains(who)) {
            return Optional.of(who);
        }
        return who.isEmpty() || !who.chars().allMatch(c -> c == '_' || Character.isUpperCase(c))
                ? Optional.empty()
                : KEYWORDS.stream().filter(word -> word.startsWith(who)).findFirst();
    }
}
