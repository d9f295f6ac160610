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

/** Writes, for one back-end, the files that bring an interface back after a reboot. The same profile, the same bytes. */
public sealed interface Writer permits IfupdownWriter, KeyfileWriter {
    static Writer of(Backend.Kind kind) {
        return switch (kind) {
            case IFUPDOWN -> new IfupdownWriter();
            case NETWORK_MANAGER -> new KeyfileWriter();
        };
    }

    /**
     * Every file that keeps the interface, each with our mark in its first line.
     *
     * @param view what is there now: some files are named after other people's
     */
    List<KeptFile> files(Profile profile, PersistedView view);

    /** Looks at the back-end's files. */
    PersistedView observe(HostFiles files);

    /** Why a file of ours would not do, although the back-end is right: somebody else's file is in the way. */
    Optional<String> obstacle(Profile profile, PersistedView view);

    /** The keeper's files, and ours of every other back-end: a host may have had another keeper before. */
    static PersistedView observe(Backend backend, HostFiles files) {
        Map<String, String> ours = new TreeMap<>();
        Map<String, String> foreign = new TreeMap<>();
        Optional<String> trouble = Optional.empty();
        for (Backend.Kind kind : Backend.Kind.values()) {
            PersistedView view = of(kind).observe(files);
            ours.putAll(view.ours());
            if (backend.equals(new Backend.Supported(kind))) {
                foreign.putAll(view.foreign());
            }
            trouble = trouble.or(view::trouble);
        }
        return new PersistedView(ours, foreign, trouble);
    }

    /** The mode of a file of ours, whichever back-end it was written for. */
    static FileMode modeOf(String path) {
        return path.startsWith(KeyfileWriter.DIRECTORY) ? FileMode.OWNER_ONLY : FileMode.WORLD_READABLE;
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
            content.found().ifPresent(text -> (Mark.isOurs(text) ? ours : foreign).put(path, text));
        }
        return new PersistedView(ours, foreign, trouble);
    }
}
