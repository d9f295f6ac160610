package dev.ibportal.daemon.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.state.StateDir;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows what the running daemon knows. */
@Command(
        name = "status",
        description = "Shows the session with the portal and every interface with its chain.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        DaemonConfig config = parent.config();
        StateDir state = StateDir.open(config.stateDir());
        Identity identity = new IdentityStore(state).load();
        StatusFile.Shown shown = StatusFile.connection(state)
                .filter(left -> ProcessHandle.of(left.pid()).isPresent())
                .orElse(null);
        NodeStatus node = StatusFile.node(state).orElse(NodeStatus.getDefaultInstance());
        Map<String, Object> all = document(identity, config, shown, node);
        if (json) {
            System.out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(all));
        } else {
            print(all, node, System.out);
        }
        return shown != null && shown.connection().equals("connected") ? ExitCode.OK : ExitCode.NOT_CONNECTED;
    }

    private static Map<String, Object> document(
            Identity identity, DaemonConfig config, StatusFile.@Nullable Shown shown, NodeStatus node) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("node", identity.nodeId());
        all.put("portal", config.portal().toString());
        all.put("certificateValidTo", identity.expiry().toString());
        all.put("running", shown != null);
        all.put("connection", shown == null ? "none" : shown.connection());
        all.put("connectionSince", shown == null ? "" : shown.since());
        all.put("connectionReason", shown == null ? "" : shown.reason());
        all.put("generation", node.getObservedGeneration());
        List<Object> interfaces = new ArrayList<>();
        node.getInterfacesList().forEach(item -> interfaces.add(item(item)));
        all.put("interfaces", interfaces);
        return all;
    }

    private static Map<String, Object> item(InterfaceStatus item) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("id", item.getInterfaceId());
        one.put("name", item.getObserved().getName());
        one.put("state", word(item.getState().name(), "INTERFACE_STATE_"));
        one.put("cause", item.getCause());
        one.put("message", item.getMessage());
        one.put(
                "observedAt",
                Instant.ofEpochSecond(
                                item.getObservedAt().getSeconds(),
                                item.getObservedAt().getNanos())
                        .toString());
        List<Object> links = new ArrayList<>();
        item.getLinksList()
                .forEach(link -> links.add(Map.of(
                        "link", word(link.getLink().name(), "CHAIN_LINK_"),
                        "verdict", word(link.getVerdict().name(), "VERDICT_"),
                        "wanted", link.getWanted(),
                        "found", link.getFound())));
        one.put("links", links);
        return one;
    }

    private static void print(Map<String, Object> all, NodeStatus node, PrintStream out) {
        out.println("node         " + all.get("node") + ", certificate valid to " + all.get("certificateValidTo"));
        out.println("portal       " + all.get("portal"));
        String reason = String.valueOf(all.get("connectionReason"));
        out.println("session      "
                + (Boolean.TRUE.equals(all.get("running"))
                        ? all.get("connection") + " since " + all.get("connectionSince")
                                + (reason.isEmpty() ? "" : ": " + reason)
                        : "the daemon does not run; below is what it saw last"));
        out.println("generation   " + all.get("generation"));
        for (InterfaceStatus item : node.getInterfacesList()) {
            out.println();
            out.println(
                    item.getObserved().getName() + "  " + word(item.getState().name(), "INTERFACE_STATE_")
                            + (item.getMessage().isEmpty() ? "" : ": " + item.getMessage()));
            for (LinkStatus link : item.getLinksList()) {
                out.printf(
                        Locale.ROOT,
                        "  %-14s %-8s %s%n",
                        word(link.getLink().name(), "CHAIN_LINK_"),
                        word(link.getVerdict().name(), "VERDICT_"),
                        link.getVerdict() == Verdict.VERDICT_OK
                                ? link.getFound()
                                : "wanted " + link.getWanted() + ", found " + link.getFound());
            }
        }
    }

    private static String word(String name, String prefix) {
        return name.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
