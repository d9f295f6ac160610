package dev.ibportal.drivers;

/** Where drivers come from. */
public enum Stack {
    INBOX("inbox stack"),
    MLNX_OFED("MLNX_OFED"),
    DOCA_OFED("DOCA-OFED"),
    OPENFABRICS("OpenFabrics OFED");

    private final String label;

    Stack(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
