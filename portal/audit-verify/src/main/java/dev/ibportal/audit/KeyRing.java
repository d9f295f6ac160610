package dev.ibportal.audit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The public keys that go with seals, and which of them hang together. */
public final class KeyRing {
    private final Map<String, Key> keys = new LinkedHashMap<>();

    /** A public key, with the signature by which an older one vouches for it. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Key(String id, byte[] publicKey, @Nullable String endorsedBy, byte @Nullable [] endorsement) {}

    public KeyRing(List<Key> all) {
        all.forEach(key -> keys.put(key.id(), key));
    }

    public List<Key> keys() {
        return List.copyOf(keys.values());
    }

    public boolean verifies(String keyId, byte[] message, byte[] signature) {
        Key key = keys.get(keyId);
        return key != null && SealKeys.verifies(key.publicKey(), message, signature);
    }

    /** What is wrong with the keys themselves. */
    public List<String> faults() {
        return keys.values().stream().map(this::fault).flatMap(Optional::stream).toList();
    }

    /** Whether somebody who trusts the one key can trust the other: it is the same, or its line of endorsements leads there. */
    public boolean leads(String trusted, String keyId) {
        String at = keyId;
        for (int steps = 0; steps <= keys.size(); steps++) {
            Key key = keys.get(at);
            if (key == null
                    || fault(key).filter(fault -> key.endorsedBy() != null).isPresent()) {
                return false;
            }
            if (at.equals(trusted)) {
                return SealKeys.id(key.publicKey()).equals(trusted);
            }
            String before = key.endorsedBy();
            if (before == null) {
                return false;
            }
            at = before;
        }
        return false;
    }

    private Optional<String> fault(Key key) {
        if (!SealKeys.id(key.publicKey()).equals(key.id())) {
            return Optional.of("key " + key.id() + " is not the key of that name: its public half was replaced");
        }
        String by = key.endorsedBy();
        byte[] endorsement = key.endorsement();
        if (by == null || endorsement == null) {
            boolean first = keys.values().iterator().next().id().equals(key.id());
            return first
                    ? Optional.empty()
                    : Optional.of("no older key vouches for key " + key.id() + ", which is not the first one");
        }
        return verifies(by, SealKeys.endorsement(key.publicKey()), endorsement)
                ? Optional.empty()
                : Optional.of("the signature by which key " + by + " vouches for key " + key.id() + " is wrong");
    }
}
