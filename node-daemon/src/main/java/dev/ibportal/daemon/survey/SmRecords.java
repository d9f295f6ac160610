package dev.ibportal.daemon.survey;

import dev.ibportal.agent.v1.SeenManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code saquery SMIR} prints: every subnet manager that the master knows. Its key is in there too, and left there. */
final class SmRecords {
    private static final Pattern FIELD = Pattern.compile("\\s*(\\w+)\\.{2,}(\\S+)\\s*");
    private static final List<String> STATES = List.of("not active", "discovering", "standby", "master");

    private SmRecords() {}

    /** Empty: the text is no list of whole records. */
    static Optional<List<SeenManager>> parse(String text) {
        List<SeenManager> managers = new ArrayList<>();
        SeenManager.Builder one = null;
        for (String line : text.lines().toList()) {
            Matcher field = FIELD.matcher(line);
            if (line.startsWith("SMInfoRecord dump")) {
                one = SeenManager.newBuilder();
            } else if (one != null && field.matches()) {
                switch (field.group(1)) {
                    case "GUID" -> one.setPortGuid(field.group(2));
                    case "Priority" -> one.setPriority(Integer.parseInt(field.group(2)));
                    case "SMState" -> {
                        int state = Integer.parseInt(field.group(2));
                        managers.add(one.setState(state < STATES.size() ? STATES.get(state) : "state " + state)
                                .build());
                    }
                    default -> {
                        // keys and counters are nobody's business here
                    }
                }
            }
        }
        boolean whole = !managers.isEmpty()
                && managers.stream().noneMatch(manager -> manager.getPortGuid().isEmpty());
        return whole ? Optional.of(managers) : Optional.empty();
    }
}
