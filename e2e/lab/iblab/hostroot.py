"""The files of a host: its root, its commands, and the scripts that enter it."""

import os
import shlex
import shutil

from . import layout

OS_RELEASE = """PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
NAME="Debian GNU/Linux"
VERSION_ID="12"
VERSION="12 (bookworm)"
VERSION_CODENAME=bookworm
ID=debian
HOME_URL="https://www.debian.org/"
SUPPORT_URL="https://www.debian.org/support"
BUG_REPORT_URL="https://bugs.debian.org/"
"""
INTERFACES = """# This file describes the network interfaces available on your system
# and how to activate them. For more information, see interfaces(5).

source /etc/network/interfaces.d/*

auto lo
iface lo inet loopback
"""
NETPLAN = """network:
  version: 2
  renderer: networkd
  ethernets:
    eno1:
      dhcp4: true
"""
NETPLAN_FOR_NETWORKMANAGER = NETPLAN.replace("renderer: networkd", "renderer: NetworkManager")
KERNEL = "6.1.0-57-amd64"

# Stood in for by a program of the lab.
STANDINS = ("ip", "modprobe", "modinfo", "ifup", "ifdown", "ifquery", "nmcli", "netplan", "systemd")
_IFUPDOWN = ("ifup", "ifdown", "ifquery")
# The real tool, asking the simulated fabric from this host's port.
FABRIC_TOOLS = (
    "smpquery sminfo saquery ibswitches ibhosts ibnodes ibnetdiscover iblinkinfo ibaddr ibroute ibtracert ibportstate perfquery ibqueryerrors"
).split()
# The real tool, shown the host's own sysfs tree.
SYSFS_TOOLS = ("ibstat",)
# Nothing about these needs a stand-in.
REAL = ("kill", "ping", "uname", "hostname", "cat", "true", "false", "sysctl", "ethtool", "arping", "nft", "iptables", "ip6tables", "dmesg", "sync")


def write(host):
    for d in (host.root, host.sys, host.bin, host.alter):
        d.mkdir(parents=True)
    _root(host)
    _commands(host)
    _script(host.dir / "enter", _enter(host))


def _root(host):
    etc = host.root / "etc"
    for d in ("etc/modprobe.d", "etc/modules-load.d", "run/network", "var/lib", "tmp", "proc/sys/kernel/random"):
        (host.root / d).mkdir(parents=True)
    (etc / "os-release").write_text(OS_RELEASE)
    (etc / "hostname").write_text(f"{host.name}\n")
    (etc / "machine-id").write_text(f"{host.lab.id}{host.number:026x}\n")
    (host.root / "proc/sys/kernel/osrelease").write_text(f"{KERNEL}\n")
    (host.root / "proc/sys/kernel/hostname").write_text(f"{host.name}\n")
    _network(etc, host.settings["network"])
    forget_running_state(host)


def _network(etc, keeper):
    """Who keeps the interfaces of this host."""
    if keeper == "ifupdown":
        for d in ("interfaces.d", "if-pre-up.d", "if-up.d", "if-down.d", "if-post-down.d"):
            (etc / "network" / d).mkdir(parents=True)
        (etc / "network" / "interfaces").write_text(INTERFACES)
    elif keeper == "networkmanager":
        (etc / "NetworkManager" / "system-connections").mkdir(parents=True)
        (etc / "NetworkManager" / "NetworkManager.conf").write_text("[main]\nplugins=keyfile\n")
    elif keeper == "netplan-networkmanager":
        _network(etc, "networkmanager")
        (etc / "netplan").mkdir()
        (etc / "netplan" / "10-site.yaml").write_text(NETPLAN_FOR_NETWORKMANAGER)
        (etc / "netplan" / "10-site.yaml").chmod(0o600)
    elif keeper == "netplan":
        (etc / "netplan").mkdir()
        (etc / "netplan" / "10-site.yaml").write_text(NETPLAN)
    elif keeper == "systemd":
        (etc / "systemd" / "system").mkdir(parents=True)
        (etc.parent / "run/systemd/system").mkdir(parents=True)


def forget_running_state(host):
    """What a reboot forgets, beside the interfaces themselves."""
    (host.root / "run/network/ifstate").write_text("lo=lo\n")
    (host.dir / "networkmanager.json").unlink(missing_ok=True)


def _commands(host):
    for tool in (*STANDINS, *FABRIC_TOOLS, *SYSFS_TOOLS):
        command = command_line(host, tool)
        if command and _belongs(host, tool):
            _script(host.bin / tool, _direct(host) if tool == "ip" else _wrapper(host, tool, command))
    for tool in REAL:
        real = real_program(tool)
        if real:
            (host.bin / tool).symlink_to(real)


def _belongs(host, tool):
    """A host has the commands of its own network configuration only."""
    keeper = host.settings["network"]
    owner = {**dict.fromkeys(_IFUPDOWN, "ifupdown"), "nmcli": "networkmanager", "systemd": "systemd"}.get(tool, tool)
    return owner in keeper.split("-") or owner not in ("ifupdown", "networkmanager", "systemd", "netplan")


def command_line(host, tool):
    """What really runs for a tool of this host; None when the machine does not have it."""
    standin = [layout.PYTHON, "-IS", "-X", f"pycache_prefix={host.lab.run}/pyc", str(layout.TOOLS / "standin")]
    if tool == "ip":
        return [str(host.lab.ip_standin), f"{host.lab.dir}:{host.name}:{host.netns}", tool]
    if tool in STANDINS:
        return (
            [*standin, tool, str(host.lab.dir), host.name]
            if tool in ("modprobe", "modinfo", "systemd") or real_program(tool)
            else None
        )
    real = real_program(tool)
    if real is None:
        return None
    script = "fabric-tool" if tool in FABRIC_TOOLS else "sysfs-tool"
    place = host.lab.switch_netns if tool in FABRIC_TOOLS else str(host.sys)
    return [str(layout.TOOLS / script), str(host.lab.work), place, host.name, real]


def _wrapper(host, tool, command):
    alter = [
        layout.PYTHON,
        "-IS",
        "-X",
        f"pycache_prefix={host.lab.run}/pyc",
        str(layout.TOOLS / "standin"),
        "alter",
        str(host.lab.dir),
        host.name,
        tool,
    ]
    return f"""#!/bin/sh
[ -e {shlex.quote(str(host.alter / tool))} ] && exec {shlex.join(alter)} "$@"
exec {shlex.join(command)} "$@"
"""


def _direct(host):
    """Started by the kernel without a shell in between, because nothing else is called as often."""
    return f"#!{host.lab.ip_standin} {host.lab.dir}:{host.name}:{host.netns}:{host.alter / 'ip'}\n"


def _enter(host):
    """Runs a command on the host.  Every step replaces the last, so the caller's child is the command itself."""
    naming = f'echo {host.name} >/proc/sys/kernel/hostname && exec "$@"'
    return f"""#!/bin/sh
exec nsenter --net=/run/netns/{host.netns} unshare --uts sh -c {shlex.quote(naming)} sh "$@"
"""


def _script(path, text):
    path.write_text(text)
    path.chmod(0o755)


def real_program(tool):
    return shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin")


def environment(host):
    return {"PATH": f"{host.bin}:{os.environ.get('PATH', '/usr/sbin:/usr/bin:/sbin:/bin')}"}
