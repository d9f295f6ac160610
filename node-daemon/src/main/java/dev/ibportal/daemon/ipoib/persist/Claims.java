package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.Backend.Kind;
import dev.ibportal.daemon.inventory.Keepers;
import dev.ibportal.types.InterfaceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which back-end has an interface: the one whose files name it, else the host's. Two of them are one too many. */
public final class Claims {
    private final Keepers keepers;
    private final PersistedView view;

    public Claims(Keepers keepers, PersistedView view) {
        this.keepers = keepers;
        this.view = view;
    }

    private record Claim(Backend keeper, String path) {}

    /** @param parent the port's own interface, which decides for its children too */
    public Backend keeper(InterfaceName parent) {
        if (keepers.host() instanceof Backend.Unknown) {
            return keepers.host();
        }
        List<Claim> claims = claims(parent.text());
        List<Backend> found = claims.stream().map(Claim::keeper).distinct().toList();
        if (found.size() > 1) {
            return new Backend.Unsupported(parent + " is configured by "
                    + claims.stream()
                            .map(claim -> name(claim.keeper()) + " (" + claim.path() + ")")
                            .collect(Collectors.joining(" and by "))
                    + ": two back-ends undo each other's work; take " + parent + " out of all but one");
        }
        return found.isEmpty() ? keepers.host() : found.get(0);
    }

    /** A child that another back-end than the parent's has, as the reason why it is left alone. */
    public Backend keeper(InterfaceName parent, InterfaceName name) {
        Backend keeper = keeper(parent);
        if (!(keeper instanceof Backend.Supported) || name.equals(parent)) {
            return keeper;
        }
        return claims(name.text()).stream()
                .filter(claim -> !isSame(claim.keeper(), keeper))
                .findFirst()
                .<Backend>map(claim -> new Backend.Unsupported(name + " is configured by " + name(claim.keeper()) + " ("
                        + claim.path() + "), but " + parent + " by " + name(keeper)
                        + ": two back-ends undo each other's work; take " + name + " out of " + claim.path()))
                .orElse(keeper);
    }

    /** Below netplan it is systemd-networkd all the same: what netplan has no words for stands in files beside. */
    private static boolean isSame(Backend one, Backend other) {
        return one.equals(other) || (isNetworkd(one) && isNetworkd(other));
    }

    private static boolean isNetworkd(Backend keeper) {
        return keeper instanceof Backend.Supported supported
                && (supported.kind() == Kind.NETWORKD || supported.kind() == Kind.NETPLAN_NETWORKD);
    }

    private static String name(Backend keeper) {
        return keeper instanceof Backend.Supported supported ? supported.kind().text() : keeper.toString();
    }

    private List<Claim> claims(String name) {
        List<Claim> claims = new ArrayList<>();
        String quoted = Pattern.quote(name);
        Pattern stanza = Pattern.compile("(?m)^\\s*iface\\s+" + quoted + "\\s");
        Pattern profile = Pattern.compile("(?m)^\\s*interface-name\\s*=\\s*" + quoted + "\\s*$");
        Pattern device = Pattern.compile("(?m)^\\s*DEVICE\\s*=\\s*[\"']?" + quoted + "[\"']?\\s*$");
        for (Map.Entry<String, String> file : new TreeMap<>(view.foreign()).entrySet()) {
            String path = file.getKey();
            String text = file.getValue();
            if (path.startsWith("/etc/network/interfaces")
                    && stanza.matcher(text).find()) {
                claims.add(new Claim(new Backend.Supported(Kind.IFUPDOWN), path));
            } else if (path.startsWith(KeyfileWriter.DIRECTORY)
                    && keepers.networkManager()
                    && profile.matcher(text).find()) {
                claims.add(new Claim(new Backend.Supported(Kind.NETWORK_MANAGER), path));
            } else if (!isDebian()
                    && path.startsWith(IfcfgWriter.DIRECTORY + "/ifcfg-")
                    && (path.endsWith("/ifcfg-" + name) || device.matcher(text).find())) {
                claims.add(new Claim(new Backend.Supported(ifcfg(text)), path));
            } else if (!isDebian() && path.equals(WickedWriter.DIRECTORY + "/ifcfg-" + name)) {
                claims.add(new Claim(new Backend.Supported(Kind.WICKED), path));
            } else if (isNetworkd(path, text, name)) {
                claims.add(new Claim(keepers.networkd(), path));
            } else if (path.startsWith(NetplanWriter.DIRECTORY + "/") && NetplanWriter.names(name, text)) {
                claims.add(new Claim(keepers.host(), path));
            }
        }
        return claims;
    }

    /** Where ifupdown keeps interfaces there are no initscripts and no wicked; files of theirs are left-overs. */
    private boolean isDebian() {
        return keepers.host() instanceof Backend.Supported supported && supported.kind() == Kind.IFUPDOWN;
    }

    private Kind ifcfg(String text) {
        boolean handsOff = Pattern.compile("(?mi)^\\s*NM_CONTROLLED\\s*=\\s*[\"']?no")
                .matcher(text)
                .find();
        return keepers.networkManager() && !handsOff ? Kind.IFCFG_NETWORK_MANAGER : Kind.IFCFG;
    }

    private boolean isNetworkd(String path, String text, String name) {
        return keepers.networkd() instanceof Backend.Supported
                && path.startsWith(NetworkMatch.ETC + "/")
                && path.endsWith(".network")
                && NetworkMatch.answer(text, name) == NetworkMatch.Answer.YES;
    }
}
