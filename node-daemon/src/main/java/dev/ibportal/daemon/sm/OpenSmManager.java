package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.SmDocuments;
import dev.ibportal.opensm.found.FoundConfReader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** OpenSM on this host: a file in place, and a signal to read it. */
final class OpenSmManager implements Manager {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSmManager.class);

    private final String partitionsFile;
    private final HostFiles files;
    private final SmOptions options;
    private final SmLog log;
    private final OpenSmProcess process;

    OpenSmManager(SmSettings settings, Host host, ProcessTable processes, LogFile logFile) {
        this.partitionsFile = settings.partitionsFile();
        this.files = host.files();
        this.options = new SmOptions(host.files(), settings.optionsFile());
        this.log = new SmLog(logFile);
        this.process = new OpenSmProcess(host, processes, settings.pidFile(), log);
    }

    @Override
    public SmKind kind() {
        return SmKind.SM_KIND_OPENSM;
    }

    @Override
    public String name() {
        return "OpenSM";
    }

    /** OpenSM 3.3.23 that keeps no places answers no path record at all, so that its word is not enough. */
    @Override
    public Optional<String> index0Obstacle(TableReader tables) {
        return options.index0Obstacle().or(() -> process.pathObstacle(tables));
    }

    /** A file that cannot be read says nothing, and writing it tells the trouble. */
    @Override
    public List<String> losses(SmDocument document) {
        return files.read(partitionsFile)
                .found()
                .filter(text -> !PartitionsConfRenderer.wrote(text))
                .map(text -> FoundConfReader.read(text).losses(SmDocuments.conf(document)))
                .orElse(List.of());
    }

    @Override
    public Optional<String> put(SmDocument document, String text) {
        try {
            files.write(partitionsFile, text, FileMode.WORLD_READABLE);
        } catch (IOException e) {
            return Optional.of(partitionsFile + " could not be written: " + e.getMessage());
        }
        process.signal().ifPresent(trouble -> LOG.warn("{}", trouble));
        return Optional.empty();
    }

    @Override
    public boolean look(SmDocument applied) {
        return process.signalIfAnother(trouble -> LOG.warn("{}", trouble));
    }

    /** Somebody else's hand in the file, or a crash of ours before it was written. */
    @Override
    public boolean mend(SmDocument applied) {
        String text = PartitionsConfRenderer.render(SmDocuments.conf(applied));
        boolean same = files.read(partitionsFile).found().map(text::equals).orElse(false);
        if (same) {
            return false;
        }
        LOG.warn("{} is not what generation {} says; putting it back", partitionsFile, applied.getGeneration());
        Optional<String> failure = put(applied, text);
        failure.ifPresent(trouble -> LOG.error("{}", trouble));
        return failure.isEmpty();
    }

    @Override
    public Liveness liveness() {
        return process.liveness();
    }

    @Override
    public boolean hasSwept() {
        return log.hasSwept();
    }

    @Override
    public boolean hasServiceLevels() {
        return options.hasQualityOfService();
    }

    @Override
    public Optional<byte[]> configurationDigest() {
        return files.read(partitionsFile).found().map(SmDocuments::sha256);
    }

    @Override
    public List<SmKey> keys() {
        return options.keys();
    }

    @Override
    public List<String> warnings() {
        return log.warnings();
    }
}
