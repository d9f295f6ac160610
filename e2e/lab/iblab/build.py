"""Bringing a lab up and taking it down."""

import os
import shutil
import signal
import subprocess
import time

from . import control, hostroot, layout, netns, procs, simulator

PROGRAMS = {
    "ibsim": "ibsim-utils",
    "opensm": "opensm",
    "smpquery": "infiniband-diags",
    "ip": "iproute2",
    "ping": "iputils-ping",
    "nsenter": "util-linux",
    "bash": "bash",
    "gcc": "gcc and libc6-dev",
}


# Needed only where a host is kept by them.
KEEPERS = {"ifupdown": ("ifup", "ifupdown"), "networkmanager": ("nmcli", "network-manager"), "netplan-networkmanager": ("netplan", "netplan.io")}


def missing_programs(keepers):
    wanted = {**PROGRAMS, **dict(KEEPERS[k] for k in keepers if k in KEEPERS)}
    return [
        f"{program} (Debian package {package})"
        for program, package in wanted.items()
        if hostroot.real_program(program) is None
    ]


def check_usable(lab, settings):
    if os.geteuid():
        raise SystemExit("lab: network namespaces need root")
    missing = missing_programs({s["network"] for s in settings.values() if "network" in s})
    if missing:
        raise SystemExit(f"lab: not installed: {', '.join(missing)}")
    simulator.preload_library()
    if len(os.fsencode(lab.socket)) > 100:
        raise SystemExit(f"lab: the directory's path is too long for a Unix socket ({lab.socket}); use a shorter one")
    if any(c.isspace() or c == ":" for c in str(lab.dir)):
        raise SystemExit(f"lab: blanks and colons cannot be in the first line of a script ({lab.dir}); use another path")


def up(lab, count, switches, mgmt, settings, watched_pid, start_sm, standbys=(), bystanders=0):
    check_usable(lab, settings)
    down(lab)
    lab.switches = switches
    lab.standbys = list(standbys)
    lab.bystanders = bystanders
    for d in (lab.dir, lab.run, lab.work, lab.log):
        d.mkdir(parents=True, exist_ok=True)
    lab.mgmt = _free_network() if mgmt == "auto" else mgmt
    lab.add_hosts(count, settings)
    lab.save()
    try:
        _programs(lab)
        _namespaces(lab)
        for host in lab.hosts.values():
            hostroot.write(host)
        _start_server(lab, watched_pid)
        if start_sm:
            for host in lab.sm_hosts:
                start_opensm(lab, host)
    except BaseException:
        down(lab, keep_files=True)
        raise


def _programs(lab):
    """`ip` is asked so often that its stand-in is a compiled program; without shared libraries it starts quickest."""
    source = layout.TOOLS / "ip_standin.c"
    done = subprocess.run(
        ["gcc", "-std=gnu11", "-Wall", "-O1", "-static", "-o", lab.ip_standin, source], capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{source.name} cannot be compiled: {done.stderr.strip()}")
    (lab.run / "standin").symlink_to(layout.TOOLS / "standin")


def _free_network():
    used = netns.ip("-o", "-4", "addr").stdout
    for third in range(77, 200):
        if f" 10.77.{third}." not in used:
            return f"10.77.{third}"
    raise SystemExit("lab: no free management network in 10.77.77.0 to 10.77.199.0")


def _namespaces(lab):
    names = [lab.switch_netns] + [h.netns for h in lab.hosts.values()]
    _batch([f"netns add {n}" for n in names])
    # The bridges and their ports are wires: they have no addresses of their own.
    subprocess.run(
        [
            netns.IP,
            "netns",
            "exec",
            lab.switch_netns,
            "sh",
            "-c",
            "echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6",
        ],
        check=False,
    )
    for name in names:
        netns.ip("-n", name, "link", "set", "lo", "up")
    if lab.mgmt:
        _management(lab)


def _management(lab):
    if netns.ip("-o", "-4", "addr", "show", "to", f"{lab.mgmt}.0/24").stdout:
        raise SystemExit(f"lab: {lab.mgmt}.0/24 is in use on this machine; name another --mgmt, or 'auto'")
    switch = [
        "link add mgmt up type bridge mcast_snooping 0",
        "link set root.m master mgmt up",
    ]
    _batch(
        [
            f"link add {lab.mgmt_device} type veth peer name root.m netns {lab.switch_netns}",
            f"addr add {lab.mgmt}.1/24 dev {lab.mgmt_device}",
            f"link set {lab.mgmt_device} up",
        ]
    )
    for host in lab.hosts.values():
        peer = f"m.{host.number}"
        netns.ip(
            "-n", host.netns, "link", "add", "mgmt0", "type", "veth", "peer", "name", peer, "netns", lab.switch_netns
        )
        netns.batch(host.netns, [f"addr add {host.address}/24 dev mgmt0", "link set mgmt0 up"])
        switch.append(f"link set {peer} master mgmt up")
    netns.batch(lab.switch_netns, switch)


def _batch(lines):
    done = subprocess.run([netns.IP, "-batch", "-"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"ip: {done.stderr.strip()}")


def _start_server(lab, watched_pid):
    command = [
        layout.PYTHON,
        "-IS",
        "-X",
        f"pycache_prefix={lab.run}/pyc",
        str(layout.TOOLS / "standin"),
        "serve",
        str(lab.dir),
        str(watched_pid or 0),
    ]
    with open(lab.log / "lab.log", "ab") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, cwd="/"
        )
    procs.remember(lab.run / "server.pid", process.pid)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            control.ask(lab.socket, "ping")
            return
        except control.NoServer:
            if process.poll() is not None:
                break
            time.sleep(0.005)
    raise RuntimeError(f"the lab's process did not start: {(lab.log / 'lab.log').read_text()[-2000:]}")


def start_opensm(lab, host):
    """Start it and wait until the subnet is up, or it has found another one that rules; it runs already: fine."""
    if control.ask(lab.socket, "sm", action="look", host=host)["pid"] is None:
        wait_for_sweep(lab, control.ask(lab.socket, "sm", action="start", host=host))


def wait_for_sweep(lab, answer, seconds=30):
    """OpenSM says SUBNET UP, and the hosts show what it did."""
    _wait_for_log(lab, answer["log"], answer["offset"], ("SUBNET UP", "Entering STANDBY"), seconds)
    control.ask(lab.socket, "sync")


def _wait_for_log(lab, log, offset, texts, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with open(log, "rb") as f:
                f.seek(offset)
                written = f.read()
                if any(text.encode() in written for text in texts):
                    return
        except FileNotFoundError:
            pass
        time.sleep(0.005)
    raise RuntimeError(
        f"no '{texts[0]}' in {log} within {seconds} s; what OpenSM printed is in {lab.log}"
    )


def down(lab, keep_files=False):
    """Nothing to do is fine.  Processes first, then what they hold."""
    for file in (lab.run / "server.pid", *sorted(lab.run.glob("opensm-*.id")), lab.run / "ibsim.pid"):
        procs.end(file)
    prefix = f"ibl{lab.id}-"
    ours = [n for n in os.listdir("/run/netns") if n.startswith(prefix)] if os.path.isdir("/run/netns") else []
    for name in ours:
        _end_processes_of(name)
    for name in ours:
        netns.ip("netns", "del", name, check=False)
    if not keep_files and lab.file.exists():
        for part in ("hosts", "run", "log"):
            shutil.rmtree(lab.dir / part, ignore_errors=True)
        lab.file.unlink(missing_ok=True)
        if not os.listdir(lab.dir):
            lab.dir.rmdir()


def _end_processes_of(name):
    for number, limit in ((signal.SIGTERM, 2.0), (signal.SIGKILL, 2.0)):
        deadline = time.monotonic() + limit
        for pid in _pids(name):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass
        while _pids(name) and time.monotonic() < deadline:
            time.sleep(0.01)


def _pids(name):
    mine = os.getpid()
    pids = [int(p) for p in netns.ip("netns", "pids", name, check=False).stdout.split()]
    return [p for p in pids if p != mine and procs.start_time(p) is not None]
