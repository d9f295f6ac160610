package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the subnet manager, the subnet administrator and the peer's port answer to this port. */
final class FabricLooks {
    private static final Pattern MASTER =
            Pattern.compile("sm lid (\\d+) sm guid (0x[0-9a-f]+), activity count \\d+ priority \\d+ state (\\d+)");
    private static final Pattern NO_ANSWER = Pattern.compile("failed: query|_do_madrpc failed|timed out|Timeout");
    private static final Pattern MTU = Pattern.compile("NeighborMTU:\\.*(\\d+)");
    private static final Pattern FIELD = Pattern.compile("\\s*(\\w+)\\.+(\\S+)\\s*");
    private static final List<String> PATIENCE = List.of("-t", "400");

    private final Tools tools;

    FabricLooks(Tools tools) {
        this.tools = tools;
    }

    List<Look> looks(Subject subject) {
        List<Look> looks = new ArrayList<>();
        looks.add(
                tools.look(FactKey.SUBNET_MANAGER, argv("sminfo", subject, PATIENCE, List.of()), FabricLooks::manager));
        looks.add(tools.look(
                FactKey.LINK_MTU,
                argv("smpquery", subject, PATIENCE, List.of("portinfo", "-D", "0")),
                result -> found(MTU, result)));
        boolean joined = subject.netdev().flatMap(NetdevView::carrier).orElse(false);
        if (!joined && subject.pkey().isPresent()) {
            looks.add(tools.look(
                    FactKey.GROUP,
                    argv("saquery", subject, PATIENCE, List.of("-g")),
                    result -> group(result, subject.pkey().get())));
        }
        return looks;
    }

    private static List<String> argv(String program, Subject subject, List<String> options, List<String> rest) {
        List<String> argv = new ArrayList<>(List.of(program));
        argv.addAll(subject.through());
        argv.addAll(options);
        argv.addAll(rest);
        return argv;
    }

    private static Told manager(CommandResult result) {
        Matcher master = MASTER.matcher(result.stdout());
        if (result.succeeded() && master.find()) {
            return new Told.Value("lid " + master.group(1) + " guid " + master.group(2) + " state " + master.group(3));
        }
        return NO_ANSWER.matcher(result.stdout() + result.stderr()).find()
                ? new Told.Value("silent")
                : Tools.notTold(result);
    }

    private static Told found(Pattern pattern, CommandResult result) {
        Matcher matcher = pattern.matcher(result.stdout());
        return result.succeeded() && matcher.find() ? new Told.Value(matcher.group(1)) : Tools.notTold(result);
    }

    /** One block a group; what has no block at all is no answer to the question. */
    static Told group(CommandResult result, PKey pkey) {
        if (!result.succeeded() || !result.stdout().contains("MCMemberRecord")) {
            return Tools.notTold(result);
        }
        String wanted = "ff12:401b:" + Integer.toHexString(pkey.full()) + "::ffff:ffff";
        for (String block : result.stdout().split("MCMemberRecord")) {
            if (block.toLowerCase(Locale.ROOT).contains(wanted)) {
                return new Told.Value("mtu " + mtu(field(block, "Mtu")) + " rate " + rate(field(block, "Rate")));
            }
        }
        return new Told.Nothing();
    }

    private static int field(String block, String name) {
        return block.lines()
                .map(FIELD::matcher)
                .filter(line -> line.matches() && line.group(1).equals(name))
                .map(line -> Integer.decode(line.group(2)) & 0x3f)
                .findFirst()
                .orElse(0);
    }

    private static int mtu(int code) {
        return code < 1 || code > 5 ? 0 : 128 << code;
    }

    /** Gigabits per second of the codes that InfiniBand counts in an order of their own. */
    private static String rate(int code) {
        return switch (code) {
            case 3 -> "10";
            case 4 -> "30";
            case 5 -> "5";
            case 6 -> "20";
            case 7 -> "40";
            case 8 -> "60";
            case 9 -> "80";
            case 10 -> "120";
            case 11 -> "14";
            case 12 -> "56";
            case 13 -> "112";
            case 14 -> "168";
            case 15 -> "25";
            case 16 -> "100";
            case 17 -> "200";
            case 18 -> "300";
            case 19 -> "28";
            case 20 -> "50";
            case 21 -> "400";
            case 22 -> "600";
            default -> "2.5";
        };
    }

    /** By its GUID, which the subnet administrator resolves; then by the LID that this gives. */
    Look peerPort(Subject subject, Guid peer) {
        List<String> argv = argv("smpquery", subject, PATIENCE, List.of("-G", "nodeinfo", peer.toString()));
        List<FactKey> keys = List.of(FactKey.PEER_ON_FABRIC, FactKey.PEER_BY_LID);
        Command command = Command.of(argv.toArray(String[]::new));
        return new Look(command.toString(), keys, () -> peer(tools.run(command), peer));
    }

    private static Map<FactKey, Told> peer(CommandResult result, Guid peer) {
        String text = result.stdout() + result.stderr();
        if (result.succeeded() && text.contains("NodeType")) {
            return Map.of(
                    FactKey.PEER_ON_FABRIC,
                    new Told.Value(peer.toString()),
                    FactKey.PEER_BY_LID,
                    new Told.Value("yes"));
        }
        if (text.contains("can't resolve destination port")) {
            return Map.of(
                    FactKey.PEER_ON_FABRIC,
                    new Told.Nothing(),
                    FactKey.PEER_BY_LID,
                    new Told.Unknown("the subnet administrator does not know the port"));
        }
        return text.contains("node info query failed")
                ? Map.of(
                        FactKey.PEER_ON_FABRIC,
                        new Told.Value(peer.toString()),
                        FactKey.PEER_BY_LID,
                        new Told.Value("no"))
                : HostLooks.unknown(List.of(FactKey.PEER_ON_FABRIC, FactKey.PEER_BY_LID), result.describe());
    }

    static Optional<Guid> ofHardware(String hardware) {
        return hardware.length() < 16
                ? Optional.empty()
                : Optional.of(Guid.parse("0x" + hardware.substring(hardware.length() - 16)));
    }
}
