package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.Backend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Writes, for one back-end, the file that brings an interface back after a reboot. The same profile, the same bytes. */
public sealed interface Writer permits IfupdownWriter, KeyfileWriter {
    static Writer of(Backend.Kind kind) {
        return switch (kind) {
            case IFUPDOWN -> new IfupdownWriter();
            case NETWORK_MANAGER -> new KeyfileWriter();
        };
    }

    String path(Profile profile);

    String content(Profile profile);

    FileMode mode();

    /** Looks at the back-end's files. */
    PersistedView observe(HostFiles files);

    /** Why a file of ours would not do, although the back-end is right: somebody else's file is in the way. */
    Optional<String> obstacle(Profile profile, PersistedView view);

    /** Files of every back-end, for a host whose keeper is none of them any more. */
    static PersistedView observeAll(HostFiles files) {
        PersistedView ifupdown = of(Backend.Kind.IFUPDOWN).observe(files);
        PersistedView keyfiles = of(Backend.Kind.NETWORK_MANAGER).observe(files);
        Map<String, String> ours = new TreeMap<>(ifupdown.ours());
        ours.putAll(keyfiles.ours());
        return new PersistedView(ours, Map.of(), ifupdown.trouble().or(keyfiles::trouble));
    }

    static PersistedView read(HostFiles files, String directory, Predicate<String> wanted, List<String> more) {
        Map<String, String> ours = new TreeMap<>();
        Map<String, String> foreign = new TreeMap<>();
        Reading<List<String>> names = files.list(directory);
        Optional<String> trouble = names.trouble();
        List<String> paths = names.found().orElse(List.of()).stream()
                .filter(wanted)
                .map(name -> directory + "/" + name)
                .toList();
        for (String path : Stream.concat(paths.stream(), more.stream()).toList()) {
            Reading<String> content = files.read(path);
            trouble = trouble.or(content::trouble);
            content.found().ifPresent(text -> (Mark.of(text).isPresent() ? ours : foreign).put(path, text));
        }
        return new PersistedView(ours, foreign, trouble);
    }
}
