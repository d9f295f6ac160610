package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.KeptFile;
import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.daemon.ipoib.persist.Profile;
import dev.ibportal.daemon.ipoib.persist.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The wanted interface as the back-end should keep it. */
final class Profiles {
    private Profiles() {}

    static Profile of(Wish.Present wish, Footing.Firm ground) {
        return new Profile(
                wish.interfaceId(),
                wish.port(),
                wish.pkey(),
                ground.name(),
                ground.parentName(),
                wish.mode(),
                wish.mtu(),
                wish.addresses(),
                wish.settings().orElse(Settings.NONE).extras(wish.kind(), wish.addresses()));
    }

    static Mark mark(Wish.Present wish) {
        return new Mark(wish.interfaceId(), wish.port(), wish.pkey());
    }

    /** Whether exactly the right files are there, and nothing else of ours for it. */
    static boolean isKept(Wish.Present wish, Footing.Firm ground, Sight sight) {
        Profile profile = of(wish, ground);
        Optional<Writer> writer = sight.writer(ground);
        return writer.isPresent()
                && sight.persisted().holds(mark(wish), writer.get().files(profile, sight.persisted()));
    }

    /** What is wrong with the files that should keep it. */
    static String shortcomings(Wish.Present wish, Footing.Firm ground, Sight sight) {
        List<KeptFile> wanted = sight.writer(ground)
                .map(writer -> writer.files(of(wish, ground), sight.persisted()))
                .orElse(List.of());
        List<String> wrong = new ArrayList<>();
        for (KeptFile file : wanted) {
            String path = file.path();
            String found = sight.persisted().ours().get(path);
            if (found == null) {
                wrong.add("no " + path);
            } else if (!found.equals(file.content())) {
                wrong.add("another content in " + path);
            } else if (sight.persisted().odd().containsKey(path)) {
                wrong.add(path + ", but " + sight.persisted().odd().get(path));
            }
        }
        sight.persisted().surplus(mark(wish), wanted).keySet().forEach(path -> wrong.add("one too many, " + path));
        return wrong.isEmpty() ? "none" : String.join(", ", wrong);
    }

    static List<String> files(Wish.Present wish, Sight sight) {
        return List.copyOf(sight.persisted().of(mark(wish)).keySet());
    }
}
