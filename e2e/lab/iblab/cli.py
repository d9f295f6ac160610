"""`lab VERB --dir DIR …`"""

import argparse
import json
import os
import signal
import subprocess
import sys

from . import alter, build, control, hostroot, layout, netns, netplan_standin, systemd_standin, topology


def main(argv):
    arguments = _parser().parse_args(argv)
    try:
        return arguments.act(arguments) or 0
    except (control.NoServer, RuntimeError) as e:
        print(f"lab: {e}", file=sys.stderr)
        return 1


def _parser():
    parser = argparse.ArgumentParser(
        prog="lab", description="A simulated InfiniBand fabric with hosts in network namespaces."
    )
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def verb(name, act, text):
        v = verbs.add_parser(name, help=text, description=text)
        v.add_argument("--dir", required=True, help="the lab's directory")
        v.set_defaults(act=act)
        return v

    up = verb("up", _up, "build a lab; one that already runs there is taken down first")
    up.add_argument("--hosts", type=int, default=4)
    up.add_argument("--switches", type=int, default=1, help="1: all hosts on one leaf; N: N-1 leaves under a spine")
    up.add_argument(
        "--mgmt",
        metavar="A.B.C",
        help="management network A.B.C.0/24, or 'auto'; host N has A.B.C.(10+N), the caller's side A.B.C.1",
    )
    up.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="HOST.KEY=VALUE",
        help="; ".join(f"{k}={'|'.join(v)}" for k, v in layout.SETTINGS.items()),
    )
    up.add_argument("--standby", action="append", default=[], metavar="HOST", help="a second OpenSM, that stands by")
    up.add_argument("--bystanders", type=int, default=0, help="ports on the fabric with no host behind them")
    up.add_argument("--no-sm", action="store_true", help="do not start OpenSM")
    up.add_argument("--watch-pid", type=int, help="take the lab down by itself when this process has ended")
    down = verb("down", lambda a: build.down(layout.Lab(a.dir), a.keep_files), "take it down; nothing to do is fine")
    down.add_argument("--keep-files", action="store_true", help="leave logs and host roots for reading")

    sm = verb("sm", _sm, "the subnet manager's process")
    sm.add_argument("action", choices=("start", "stop", "kill", "restart", "hup", "pid"))
    sm.add_argument("--host", help="whose; left out: that of host1")
    cable = verb("cable", _cable, "pull a host's cable, or put it back")
    cable.add_argument("host")
    cable.add_argument("action", choices=("out", "in"))
    card = verb("card", _card, "another card in a host, or the same one in another slot; the fabric keeps the old one")
    card.add_argument("host")
    card.add_argument("--guid", help="of its port; that of its node is one below")
    card.add_argument("--slot", metavar="0000:BB:00.0")
    card.add_argument("--device", help="its name, for example mlx5_1")
    _alter_verbs(verb)

    run = verb("exec", _exec, "run a command on a host, with the host's commands first in PATH")
    run.add_argument("host")
    run.add_argument("command", nargs=argparse.REMAINDER)
    reboot = verb(
        "reboot",
        _reboot,
        "drop every interface but the ports, load ib_ipoib, let ifupdown or NetworkManager start: what is there then is what files say",
    )
    reboot.add_argument("host")
    console = verb(
        "console",
        lambda a: print(_ask(a, "console", command=a.command)["output"], end=""),
        "one console command of ibsim",
    )
    console.add_argument("command")
    verb("state", lambda a: print(json.dumps(_ask(a, "state"), indent=2)), "everything the lab knows, as JSON")
    return parser


def _alter_verbs(verb):
    change = verb("alter", _alter, "falsify a command of one host")
    change.add_argument("host")
    change.add_argument("tool")
    change.add_argument("--match", default="", metavar="REGEX", help="only calls whose arguments contain this")
    change.add_argument("--times", type=int, help="only the next N such calls")
    change.add_argument("--fail", type=int, metavar="STATUS", help="do nothing and end with this status")
    change.add_argument("--stderr", default="", help="what a failing call prints")
    change.add_argument("--stdout", help="print this instead of running the command")
    change.add_argument(
        "--replace", nargs=2, metavar=("REGEX", "TEXT"), help="run the command and change what it prints"
    )
    change.add_argument(
        "--delay", type=float, metavar="SECONDS", help="wait first; with a large number the command hangs"
    )
    change.add_argument("--log", metavar="FILE", help="append each such call to a file")
    undo = verb("unalter", _unalter, "undo alterations of commands and sysfs files of one host")
    undo.add_argument("host")
    undo.add_argument("tool", nargs="?")
    files = verb("alter-sysfs", _alter_sysfs, "falsify one file of a host's sysfs tree")
    files.add_argument("host")
    files.add_argument(
        "path",
        help="below the tree's root, e.g. class/net/ib0/carrier; it must be there now, or be given without links",
    )
    files.add_argument("value", nargs="?", help="left out: the file is not there")


def _lab(arguments):
    return layout.Lab.load(arguments.dir)


def _ask(arguments, do, /, **request):
    answer = control.ask(layout.Lab.load(arguments.dir).socket, do, **request)
    if answer["rc"]:
        raise RuntimeError(answer.get("stderr", "refused"))
    return answer


def _settings(texts):
    settings = {}
    for text in texts:
        host, _, rest = text.partition(".")
        key, _, value = rest.partition("=")
        if value not in layout.SETTINGS.get(key, ()):
            known = "; ".join(f"{k}={'|'.join(v)}" for k, v in layout.SETTINGS.items())
            raise SystemExit(f"lab: --set {text}: want HOST.KEY=VALUE with {known}")
        settings.setdefault(host, {})[key] = value
    return settings


def _up(a):
    try:
        topology.Topology(a.hosts, a.switches, a.bystanders)
    except ValueError as e:
        raise SystemExit(f"lab: {e}") from None
    lab = layout.Lab(a.dir)
    build.up(lab, a.hosts, a.switches, a.mgmt, _settings(a.set), a.watch_pid, not a.no_sm, a.standby, a.bystanders)


def _sm(a):
    lab = _lab(a)
    host = a.host or lab.sm_host
    if host not in lab.sm_hosts:
        raise SystemExit(f"lab: {host} has no OpenSM; {', '.join(lab.sm_hosts)} have (see: lab up --standby)")
    if a.action in ("stop", "kill", "restart"):
        _ask(a, "sm", action="stop" if a.action == "restart" else a.action, host=host)
    if a.action in ("start", "restart"):
        build.start_opensm(lab, host)
    if a.action in ("hup", "pid"):
        answer = _ask(a, "sm", action="look", host=host)
        if answer["pid"] is None:
            raise RuntimeError("no OpenSM runs (start it with: lab sm start)")
        if a.action == "pid":
            print(answer["pid"])
        else:
            os.kill(answer["pid"], signal.SIGHUP)
            build.wait_for_sweep(lab, answer)


def _cable(a):
    _ask(a, "cable", host=_lab(a).host(a.host).name, plugged=a.action == "in")


def _alter(a):
    host = _lab(a).host(a.host)
    if hostroot.command_line(host, a.tool) is None:
        raise SystemExit(
            f"lab: {a.tool} cannot be altered; these can: {', '.join((*hostroot.STANDINS, *hostroot.FABRIC_TOOLS, *hostroot.SYSFS_TOOLS))}"
        )
    names = ("match", "times", "fail", "stderr", "stdout", "replace", "delay", "log")
    alter.add(host, a.tool, {n: getattr(a, n) for n in names if getattr(a, n) is not None})


def _unalter(a):
    host = _lab(a).host(a.host)
    alter.clear(host, a.tool)
    if a.tool is None:
        _ask(a, "clear_overrides", host=host.name)


def _alter_sysfs(a):
    host = _lab(a).host(a.host)
    path = os.path.relpath(os.path.realpath(host.sys / a.path), host.sys)
    if path.startswith(".."):
        raise SystemExit(f"lab: {a.path} leads out of the sysfs tree")
    _ask(a, "override", host=host.name, path=path, value=a.value)


def _card(a):
    guid = int(a.guid, 16) if a.guid else None
    _ask(a, "card", host=_lab(a).host(a.host).name, guid=guid, slot=a.slot, device=a.device)


def _exec(a):
    host = _lab(a).host(a.host)
    command = a.command[1:] if a.command[:1] == ["--"] else a.command
    if not command:
        raise SystemExit("lab: exec what?")
    environment = {**os.environ, **hostroot.environment(host)}
    os.execve(host.dir / "enter", [str(host.dir / "enter"), *command], environment)


def _reboot(a):
    host = _lab(a).host(a.host)
    _ask(a, "modprobe", host=host.name, remove=True)
    hostroot.forget_running_state(host)
    if host.settings["ipoib"] == "loaded":
        _ask(a, "modprobe", host=host.name, remove=False)
    if host.settings["network"] == "netplan-networkmanager":
        netplan_standin.generate(str(host.root))
    starts = {
        "ifupdown": ["ifup", "-a"],
        "networkmanager": ["nmcli", "connection", "autoconnect-all"],
        "netplan-networkmanager": ["nmcli", "connection", "autoconnect-all"],
        "systemd": ["systemd"],
    }.get(host.settings["network"])
    status = 0
    if starts:
        status = subprocess.run(
            [str(host.dir / "enter"), str(host.bin / starts[0]), *starts[1:]], check=False
        ).returncode
    netns.enter(host.netns)
    systemd_standin.settings(host.root)
    return status
