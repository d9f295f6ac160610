package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Wishes in a form that is the same for the same wishes: generation and drift policy are none. */
final class SpecText {
    private SpecText() {}

    static String of(NodeSpec spec) {
        NodeSpec.Builder wishes = spec.toBuilder().clearGeneration();
        for (int i = 0; i < spec.getInterfacesCount(); i++) {
            wishes.setInterfaces(i, spec.getInterfaces(i).toBuilder().clearDriftPolicy());
        }
        return HexFormat.of().formatHex(wishes.build().toByteArray());
    }

    static String digest(InterfaceItem item) {
        return HexFormat.of()
                .formatHex(sha256().digest(
                                item.toBuilder().clearDriftPolicy().build().toByteArray()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
