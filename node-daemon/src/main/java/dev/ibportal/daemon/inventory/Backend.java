package dev.ibportal.daemon.inventory;

/** Who keeps the network configuration of this host. */
public sealed interface Backend {
    /** A back-end that we can write for. */
    record Supported(Kind kind) implements Backend {}

    /** @param reason why we keep our hands off, naming what was found */
    record Unsupported(String reason) implements Backend {}

    /** @param reason what could not be read */
    record Unknown(String reason) implements Backend {}

    enum Kind {
        IFUPDOWN("ifupdown"),
        NETWORK_MANAGER("NetworkManager");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
