package dev.ibportal.daemon.host.linux;

import java.util.Set;

/** Every program that a daemon may ever start; a name outside it cannot be run, whatever asks for it. */
final class AllowedPrograms {
    static final Set<String> NAMES = Set.of(
            "ip",
            "modprobe",
            "nmcli",
            "networkctl",
            "netplan",
            "uname",
            "kill",
            "ping",
            "sminfo",
            "smpquery",
            "saquery",
            "ibnetdiscover",
            "iblinkinfo",
            "ibqueryerrors",
            "sysctl",
            "ethtool",
            "resolvectl",
            "arping",
            "dmesg",
            "ibstat",
            "iptables",
            "ip6tables",
            "modinfo",
            "nft");

    private AllowedPrograms() {}
}
