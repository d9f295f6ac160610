"""`ifup`, `ifdown`, `ifquery` on a lab host: the real ones, with the host's files, /sys and commands in place of the machine's.

The real ifup makes a child P.KKKK of an InfiniBand parent by writing create_child in /sys, which a tree of files cannot
do.  So children that are asked for and do not exist are made before it runs; the rest is ifupdown's own work.
"""

import re
import subprocess
import sys

from . import standin_base as base

_CHILD = re.compile(r"^(?P<parent>[^.]+)\.(?P<key>[0-9a-fA-F]{4})$")
_MOUNTS = {
    "root/etc/network": "/etc/network",
    "root/run/network": "/run/network",
    "bin": "/usr/local/sbin",
    "sys": "/sys",
}


def main(tool, directory, host, arguments):
    base.enter_host(directory, host)
    where = f"{directory}/hosts/{host}"
    if tool == "ifup" and not {"-n", "--no-act"} & set(arguments):
        for name in _asked_for(where, arguments):
            _make_child(directory, host, name)
    status = subprocess.run(_bound(where, [base.real(tool), *arguments]), check=False).returncode
    if tool != "ifquery":
        base.ask(directory, "sync", host=host)
    return status


def _bound(where, command):
    """Commands in stanzas are looked up in /usr/local/sbin first, so they are the host's."""
    binds = " && ".join(f'mkdir -p {there} && mount --bind "$1/{here}" {there}' for here, there in _MOUNTS.items())
    script = f'{binds} && shift && exec "$@"'
    return ["/usr/bin/unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", where, *command]


def _asked_for(where, arguments):
    if {"-a", "--all"} & set(arguments):
        listed = subprocess.run(
            _bound(where, [base.real("ifquery"), "--list", "--all"]), capture_output=True, text=True, check=False
        )
        return listed.stdout.split()
    return [a.partition("=")[0] for a in arguments if not a.startswith("-")]


def _make_child(directory, host, name):
    child = _CHILD.match(name)
    if not child:
        return
    known = base.ask(directory, "describe", host=host)["devices"].values()
    names = {d["name"] for d in known}
    if name in names or child["parent"] not in names:
        return
    answer = base.ask(
        directory, "add", host=host, parent=child["parent"], name=name, pkey=int(child["key"], 16), legacy=True
    )
    if answer["rc"]:
        sys.stderr.write(f"sh: 1: echo: echo: I/O error\n{answer['stderr']}\n")
