package dev.ibportal.daemon.drivers;

import dev.ibportal.daemon.host.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code /proc/modules}: what is loaded, and who uses it. */
record ModuleTable(List<Entry> entries) {
    private static final int FEWEST_WORDS = 4;

    ModuleTable {
        entries = List.copyOf(entries);
    }

    /**
     * @param count how many use it, modules and open devices together
     * @param users modules that do
     */
    record Entry(String name, int count, List<String> users) {
        Entry {
            users = List.copyOf(users);
        }

        /** Uses that are no module's: programs that have a device of it open. */
        int others() {
            return Math.max(0, count - users.size());
        }
    }

    static Reading<ModuleTable> parse(Reading<String> text) {
        return text.flatMap(ModuleTable::table);
    }

    private static Reading<ModuleTable> table(String text) {
        List<Entry> entries = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ");
            if (words.length < FEWEST_WORDS || !words[2].matches("-|[0-9]{1,9}")) {
                return Reading.unreadable("/proc/modules has a line that is not understood: " + line);
            }
            entries.add(new Entry(words[0], words[2].equals("-") ? 0 : Integer.parseInt(words[2]), users(words[3])));
        }
        return Reading.known(new ModuleTable(entries));
    }

    private static List<String> users(String list) {
        // A module that cannot be unloaded has "[permanent]," among them.
        return Stream.of(list.split(","))
                .filter(name -> !name.isEmpty() && !name.equals("-") && !name.startsWith("["))
                .toList();
    }
}
