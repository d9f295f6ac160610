package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.Mark;
import dev.ibportal.daemon.ipoib.persist.Profile;
import dev.ibportal.daemon.ipoib.persist.Writer;
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

    static List<String> files(Wish.Present wish, Sight sight) {
        return List.copyOf(sight.persisted().of(mark(wish)).keySet());
    }
}
