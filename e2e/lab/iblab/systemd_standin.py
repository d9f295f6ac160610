"""What systemd does with units of a host when it boots, as far as a unit of commands needs it.

The lines are run as they stand, with the host's `ip` in the place of the machine's; whether systemd itself reads the units
so is asked of the real one elsewhere.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from . import standin_base as base

_SYSTEM = "etc/systemd/system"
_TARGET = "multi-user.target.d"
_SYSCTL = "/lib/systemd/systemd-sysctl"


def main(directory, host, _):
    base.enter_host(directory, host)
    home = pathlib.Path(directory, "hosts", host)
    real = home / "real"
    real.mkdir(exist_ok=True)
    shutil.copy(os.path.realpath(base.real("ip")), real / "ip")
    failed = [unit for unit in _wanted(home / "root" / _SYSTEM) if not _start(home, unit)]
    for unit in failed:
        sys.stderr.write(f"Failed to start {unit}.\n")
    return 1 if failed else 0


def settings(root):
    """As udev has it done for an interface that appears; those of other network namespaces cannot be set, and are not."""
    files = sorted(str(f) for f in (root / "etc/sysctl.d").glob("*ibportal*.conf"))
    if files and os.access(_SYSCTL, os.X_OK):
        subprocess.run([_SYSCTL, *files], check=False, stderr=subprocess.DEVNULL)


def _wanted(folder):
    units = []
    for file in sorted((folder / _TARGET).glob("*.conf")):
        units += [word for key, value in _lines(file) if key == "Wants" for word in value.split()]
    return [folder / unit for unit in units]


def _start(home, unit):
    if not unit.is_file():
        return False
    for key, value in _lines(unit):
        if key == "ExecStart":
            harmless = value.startswith("-")
            if _run(home, shlex.split(value.removeprefix("-"))) and not harmless:
                return False
    return True


def _lines(file):
    for line in file.read_text().splitlines():
        key, found, value = line.partition("=")
        if found and not line.startswith(("#", ";")):
            yield key.strip(), value.strip()


def _run(home, command):
    script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
    place = os.path.realpath(base.real("ip"))
    bound = ["/usr/bin/unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh"]
    return subprocess.run(
        [*bound, str(home / "bin/ip"), place, *command],
        check=False,
        env={**os.environ, "IBLAB_REAL": str(home / "real")},
    ).returncode
