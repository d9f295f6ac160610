package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.InterfaceAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Commands of {@code ip} that a back-end would run, put together again to the interface that they make. */
final class IpWords {
    private final Made.Builder made = new Made.Builder();

    IpWords(String name) {
        made.name = name;
    }

    Made made() {
        return made.build();
    }

    void names(List<String> servers, List<String> search) {
        made.servers.addAll(servers);
        made.search.addAll(search);
    }

    /** @param line from {@code ip} on, or something else that is of no interest */
    void line(String line) {
        String plain = line.replaceFirst("^\\[.*] \\|\\| ", "")
                .replaceFirst(" \\|\\| true$", "")
                .strip();
        List<String> words = Arrays.stream(plain.split("\\s+"))
                .filter(word -> !word.equals("-4") && !word.equals("-6"))
                .toList();
        if (words.isEmpty() || !words.get(0).matches("(.*/)?ip") || words.size() < 4) {
            return;
        }
        switch (words.get(1) + " " + words.get(2)) {
            case "link add" -> {
                made.parent = after(words, "link", 3);
                made.name = after(words, "name", 3);
                made.pkey = after(words, "pkey", 3);
                made.mode = after(words, "mode", 3);
            }
            case "link set" -> set(words);
            case "addr add", "addr replace" -> made.addresses.add(address(words.get(3)));
            case "route replace" -> made.routes.add(tail(plain, "replace ").replaceFirst(" dev \\S+$", ""));
            case "rule add" -> made.rules.add(tail(plain, "add "));
            default -> {}
        }
    }

    private void set(List<String> words) {
        if (words.contains(made.name)) {
            Optional.of(after(words, "mtu", 3)).filter(mtu -> !mtu.isEmpty()).ifPresent(mtu -> made.mtu = mtu);
            Optional.of(after(words, "mode", 3)).filter(mode -> !mode.isEmpty()).ifPresent(mode -> made.mode = mode);
        }
    }

    private static String tail(String line, String word) {
        return line.substring(line.indexOf(word) + word.length());
    }

    /** ifupdown turns a prefix length into a netmask. */
    private static String address(String text) {
        String[] parts = text.split("/");
        if (!parts[1].contains(".")) {
            return InterfaceAddress.parse(text).toString();
        }
        int bits = Arrays.stream(parts[1].split("\\."))
                .mapToInt(part -> Integer.bitCount(Integer.parseInt(part)))
                .sum();
        return parts[0] + "/" + bits;
    }

    private static String after(List<String> words, String key, int from) {
        for (int i = from; i < words.size() - 1; i++) {
            if (words.get(i).equals(key)) {
                return words.get(i + 1);
            }
        }
        return "";
    }
}
