"""The subnet managers: real OpenSMs, each attached to the port of its host on the simulated fabric."""

import os
import signal
import subprocess

from . import layout, procs
from .simulator import die_with_parent, preload_library

FIRST_PARTITIONS = "Default=0x7fff, ipoib : ALL=limited, SELF=full ;\n"
# Every line is flushed, so that a reader of the log can wait for one.
CONFIG = "force_log_flush TRUE\nlog_flags 0x03\n"
# With two of them.  A newcomer's trap would make the one that rules ask it before it can answer; the simulator knows no
# time-outs, so that it would ask for ever.  And nobody wants to wait a minute for a take-over.
CONFIG_OF_SEVERAL = "sweep_on_trap FALSE\nsweep_interval 2\nsminfo_polling_timeout 500\npolling_retry_number 2\n"


class OpenSm:
    def __init__(self, lab, host):
        self._lab = lab
        self.host = host
        # In the root of its host, so that a daemon there finds them under their usual names.
        root = lab.hosts[host].root
        self.partitions = root / "etc/opensm/partitions.conf"
        self.log = root / "var/log/opensm.log"
        self.pid_file = root / "run/opensm.pid"
        self._config = root / "etc/opensm/opensm.conf"
        self._identity = lab.run / f"opensm-{host}.id"
        self._process = None
        for file in (self.partitions, self.log):
            file.parent.mkdir(parents=True, exist_ok=True)
        self._config.write_text(CONFIG + (CONFIG_OF_SEVERAL if lab.standbys else ""))
        if not self.partitions.exists():
            layout.write_atomically(self.partitions, FIRST_PARTITIONS)

    def start(self, priority):
        if self.pid() is not None:
            return
        cache = self._lab.run / f"sm-cache-{self.host}"
        cache.mkdir(exist_ok=True)
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "OSM_CACHE_DIR": str(cache),
            "OSM_TMP_DIR": str(cache),
            "SIM_HOST": self.host,
            "LD_PRELOAD": preload_library(),
        }
        command = ["opensm", "-F", str(self._config), "-P", str(self.partitions), "-f", str(self.log)]
        command += ["-p", str(priority)]
        with open(self._lab.log / f"opensm-{self.host}.out", "ab") as out:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=self._lab.work,
                env=environment,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        procs.remember(self._identity, self._process.pid)
        layout.write_atomically(self.pid_file, f"{self._process.pid}\n")

    def pid(self):
        """Also collects a dead one, so that its pid does not linger as a zombie that a signal still reaches."""
        if self._process is None:
            return None
        if self._process.poll() is not None:
            self._process = None
            self.pid_file.unlink(missing_ok=True)
            return None
        return self._process.pid

    def stop(self):
        if self.pid() is not None:
            procs.end(self._identity)
        self.pid()

    def kill(self):
        """As a crash: SIGKILL; the pid file stays behind as it would."""
        if self._process is not None and self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def log_size(self):
        return self.log.stat().st_size if self.log.exists() else 0
