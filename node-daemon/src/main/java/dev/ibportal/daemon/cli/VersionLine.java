package dev.ibportal.daemon.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"ibnoded " + Version.text()};
    }
}
