package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What somebody typed to find something: an address or prefix by value, whatever its spelling, else part of a name. */
sealed interface SearchText {
    /** Adds what it demands of a column with a name's key and of one with an address or prefix. */
    void narrow(Where where, String nameKey, String network);

    record Network(String cidr) implements SearchText {
        @Override
        public void narrow(Where where, String nameKey, String network) {
            where.and(network + " && ?::inet", cidr);
        }
    }

    record Name(String key) implements SearchText {
        @Override
        public void narrow(Where where, String nameKey, String network) {
            where.andJoined("position(? IN " + nameKey + ") > 0", key);
        }
    }

    static Optional<SearchText> of(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Network(
                    text.contains("/")
                            ? IpPrefix.parse(text).toString()
                            : IpAddress.parse(text).toString()));
        } catch (InvalidValueException e) {
            return Optional.of(new Name(new DisplayName(text).key()));
        }
    }
}
