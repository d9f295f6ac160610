package dev.ibportal.daemon.cli;

import picocli.CommandLine.IVersionProvider;

/** Of this program, as its archive says. */
final class Version implements IVersionProvider {
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"ibnoded " + text()};
    }
}
