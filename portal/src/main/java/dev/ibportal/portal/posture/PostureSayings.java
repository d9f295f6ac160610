package dev.ibportal.portal.posture;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evidence in the person's language. What the judges say is known sentence by sentence; names and GUIDs in it are kept. */
final class PostureSayings {
    private record Saying(Pattern english, BiFunction<PostureMessages, Matcher, String> told) {
        Saying(String english, BiFunction<PostureMessages, Matcher, String> told) {
            this(Pattern.compile(english, Pattern.DOTALL), told);
        }
    }

    private static final Pattern MANAGER = Pattern.compile("(\\w+) at port (\\S+) of node ([^,]+)");

    private static final List<Saying> SAYINGS = List.of(
            new Saying("the daemon of the subnet manager has not told of it", (say, found) -> say.d_never_told()),
            new Saying(
                    "(\\S+) has the value that everybody knows, so that any host could manage the fabric or ask as if it did; set another one in the subnet manager's options",
                    (say, found) -> say.d_key_default(found.group(1))),
            new Saying(
                    "(\\S+) is set; its value stays on the subnet manager's host",
                    (say, found) -> say.d_key_set(found.group(1))),
            new Saying("it was set when it was last told", (say, found) -> say.d_key_was_set()),
            new Saying("it could not be read", (say, found) -> say.d_key_unread()),
            new Saying(
                    "(\\d+) of (\\d+) ports are full members of the default partition, where they reach every other port: (.*)",
                    (say, found) -> say.d_default_full(found.group(1), found.group(2), found.group(3))),
            new Saying(
                    "the fabric is set to make every port a full member of the default partition",
                    (say, found) -> say.d_default_wish()),
            new Saying("no port is registered", (say, found) -> say.d_no_ports()),
            new Saying(
                    "(\\d+) of (\\d+) tables were not read lately: (.*)",
                    (say, found) -> say.d_tables_old(found.group(1), found.group(2), found.group(3))),
            new Saying(
                    "all (\\d+) ports are limited members of the default partition (?:\\(those of subnet managers are left out\\)), so that they reach none of each other there",
                    (say, found) -> say.d_default_limited(found.group(1))),
            new Saying(
                    "a subnet manager runs where none is expected: (.*); expected are the ports of nodes with the role subnet-manager: (.*)",
                    (say, found) -> say.d_managers_stranger(found.group(1), found.group(2))),
            new Saying("no subnet manager was heard of lately \\(saquery\\)", (say, found) -> say.d_managers_silent()),
            new Saying(
                    "heard of: (.*)\\. Those that stand by without having been the master are not always told",
                    (say, found) -> say.d_managers_known(managers(say, found.group(1)))),
            new Saying("the fabric was not seen as a whole lately", (say, found) -> say.d_not_seen_whole()),
            new Saying(
                    "(\\d+) ports of hosts, each with a GUID of its own\\. Two adapters with the same node GUID look like one to discovery",
                    (say, found) -> say.d_guids_good(found.group(1))),
            new Saying(
                    "no port of it was seen or registered on another fabric", (say, found) -> say.d_one_fabric_good()),
            new Saying("the port's table does not show it", (say, found) -> say.d_diff_missing()),
            new Saying("the port's table shows it as full", (say, found) -> say.d_diff_wrong_full()),
            new Saying("the port's table shows it as limited", (say, found) -> say.d_diff_wrong_limited()),
            new Saying("the port's table shows it as both", (say, found) -> say.d_diff_wrong_both()),
            new Saying(
                    "nobody wants it, and it lies in the range that the portal gives keys from",
                    (say, found) -> say.d_diff_unexpected()),
            new Saying(
                    "it lies outside the range that the portal gives keys from, and is left alone",
                    (say, found) -> say.d_diff_foreign()),
            new Saying(
                    "the node says that its port is not active: no subnet manager has set up this port",
                    (say, found) -> say.d_diff_no_manager()),
            new Saying(
                    "the node says that its port is not active: being brought up", (say, found) -> say.d_diff_armed()),
            new Saying(
                    "the node says that its port is not active: port switched off", (say, found) -> say.d_diff_off()),
            new Saying(
                    "the node says that its port is not active: virtual port not activated by the subnet manager: check its GUID",
                    (say, found) -> say.d_diff_virtual()),
            new Saying(
                    "the node says that its port is not active: no link: cable or peer",
                    (say, found) -> say.d_diff_no_link()),
            new Saying(
                    "the node says that its port is not active: down although there is a link",
                    (say, found) -> say.d_diff_link_down()),
            new Saying("the table was never read", (say, found) -> say.d_diff_never()),
            new Saying("the table could not be read: (.*)", (say, found) -> say.d_diff_unread(found.group(1))),
            new Saying(
                    "«(.+)» has node GUID (\\S+)",
                    (say, found) -> say.d_item_node_guid(found.group(1), found.group(2))),
            new Saying("(\\S+) is the GUID of more than one port", (say, found) -> say.d_item_twice(found.group(1))),
            new Saying(
                    "«(.+)» has a port with GUID (\\S+)",
                    (say, found) -> say.d_item_port_guid(found.group(1), found.group(2))),
            new Saying(
                    "(.+) is on (.+) and on (.+)",
                    (say, found) -> say.d_item_two_fabrics(found.group(1), found.group(2), found.group(3))));

    private final PostureMessages messages;

    PostureSayings(PostureMessages messages) {
        this.messages = messages;
    }

    private static String managers(PostureMessages say, String english) {
        return MANAGER.matcher(english)
                .replaceAll(
                        one -> Matcher.quoteReplacement(say.d_manager_at(one.group(1), one.group(2), one.group(3))));
    }

    /** Empty when nobody has translated it. */
    Optional<String> told(String english) {
        Optional<String> whole = one(english);
        if (whole.isPresent() || !english.contains("; ")) {
            return whole;
        }
        return all(List.of(english.split("; ", -1)));
    }

    private Optional<String> all(List<String> parts) {
        List<Optional<String>> told = parts.stream().map(this::one).toList();
        return told.stream().allMatch(Optional::isPresent)
                ? told.stream().flatMap(Optional::stream).reduce((first, second) -> first + "; " + second)
                : Optional.empty();
    }

    private Optional<String> one(String english) {
        for (Saying saying : SAYINGS) {
            Matcher found = saying.english().matcher(english);
            if (found.matches()) {
                return Optional.of(saying.told().apply(messages, found));
            }
        }
        return Optional.empty();
    }
}
