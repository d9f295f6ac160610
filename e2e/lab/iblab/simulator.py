"""The ibsim process and its console."""

import ctypes
import os
import shutil
import signal
import subprocess
import time

from . import procs, topology

LIBRARY_DIRS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
# The lab's own client; above every real pid, so that nobody takes it for a dead process.
CLIENT_ID = 0x40000000
_PR_SET_PDEATHSIG = 1


def preload_library():
    for d in LIBRARY_DIRS:
        path = f"{d}/umad2sim/libumad2sim.so"
        if os.path.exists(path):
            return path
    raise SystemExit("lab: libumad2sim.so is missing (Debian package libumad2sim0, comes with ibsim-utils)")


def die_with_parent():
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Simulator:
    PROMPT = b"sim> "

    def __init__(self, lab):
        self._lab = lab
        self._log = lab.log / "ibsim.log"
        topo = topology.Topology(len(lab.hosts), lab.switches, lab.bystanders)
        lab.net_file.write_text(topo.net_file())
        out = open(self._log, "wb")
        self._process = subprocess.Popen(
            ["ibsim", "-s", *topo.limits(), str(lab.net_file)],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=out,
            cwd=lab.work,
            preexec_fn=die_with_parent,
        )
        procs.remember(lab.run / "ibsim.pid", self._process.pid)
        self._wait_prompt(0, 10)
        # The first prompt comes before ibsim listens; what it answers to comes after.
        self.command("Attached")

    def command(self, text):
        """One console command; what ibsim printed."""
        offset = self._log.stat().st_size
        self._process.stdin.write(text.encode() + b"\n")
        self._process.stdin.flush()
        return self._wait_prompt(offset, 5)

    def _wait_prompt(self, offset, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with open(self._log, "rb") as f:
                f.seek(offset)
                text = f.read()
            # The simulator's own warnings may follow the prompt.
            if self.PROMPT in text:
                return text.partition(self.PROMPT)[0].decode(errors="replace")
            if self._process.poll() is not None:
                raise RuntimeError(f"ibsim ended: {text.decode(errors='replace')[-400:]}")
            time.sleep(0.001)
        raise RuntimeError("ibsim does not answer on its console")

    def cable(self, host, plugged):
        self.command(f'{"ReLink" if plugged else "Unlink"} "{host}"[1]')

    def free_places_of_dead_clients(self):
        """A tool that was killed keeps one of the ten places, and mostly leaves a directory behind."""
        for line in self.command("Attached").splitlines():
            # Client 3: pid 4711 connected at …
            words = line.split()
            if (
                len(words) > 3
                and words[0] == "Client"
                and int(words[3]) < CLIENT_ID
                and procs.start_time(int(words[3])) is None
            ):
                self.command(f"X {words[1].rstrip(':')}")
        for name in os.listdir(self._lab.work):
            if name.startswith("sys-") and procs.start_time(int(name[4:])) is None:
                shutil.rmtree(self._lab.work / name, ignore_errors=True)

    def tools_ran_since(self, moment):
        """Every tool opens a slot file for writing, see fabric-tool."""
        return any(os.stat(e).st_mtime >= moment for e in os.scandir(self._lab.work) if e.name.startswith("slot-"))

    def stop(self):
        procs.end(self._lab.run / "ibsim.pid")
        self._process.poll()
