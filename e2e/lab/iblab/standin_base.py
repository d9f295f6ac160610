"""Shared by the stand-ins: kept small, because it runs at every command of a daemon."""

import json
import os
import sys

from . import control

# Where a stand-in lies in the place of the real program, its starter says where that one is.
SEARCH = (*filter(None, [os.environ.get("IBLAB_REAL")]), "/usr/sbin", "/usr/bin", "/sbin", "/bin")


def socket_of(directory):
    return f"{directory}/run/control"


def ask(directory, do, /, **request):
    try:
        return control.ask(socket_of(directory), do, **request)
    except control.NoServer as e:
        sys.exit(f"lab: {e}")


def finish(answer):
    """End as the real command would."""
    if answer.get("stderr"):
        sys.stderr.write(answer["stderr"] + "\n")
    return answer["rc"]


def enter_host(directory, host):
    """Be in the host's network namespace, whoever called."""
    with open(f"{directory}/lab.json", encoding="utf-8") as f:
        name = next(h["netns"] for h in json.load(f)["hosts"] if h["name"] == host)
    if not os.path.samefile(f"/run/netns/{name}", "/proc/self/ns/net"):
        from . import netns

        netns.enter(name)


def real(tool):
    for d in SEARCH:
        if os.access(f"{d}/{tool}", os.X_OK):
            return f"{d}/{tool}"
    sys.exit(f"{tool}: not installed")


def output_of(path, arguments):
    """Exit status and standard output; standard error goes where ours goes."""
    read, write = os.pipe()
    pid = os.posix_spawn(path, [path, *arguments], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)])
    os.close(write)
    with open(read, "rb") as f:
        out = f.read()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), out


def status_of(path, arguments):
    return os.waitstatus_to_exitcode(os.waitpid(os.posix_spawn(path, [path, *arguments], os.environ), 0)[1])
