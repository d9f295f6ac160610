"""`netplan generate` on a lab host: the real generator, on the host's root."""

import shutil
import subprocess
import sys

_GENERATOR = "/usr/libexec/netplan/generate"


def main(directory, host, arguments):
    if arguments != ["generate"]:
        sys.stderr.write("lab: only netplan generate is there\n")
        return 2
    return generate(f"{directory}/hosts/{host}/root")


def generate(root):
    # What an earlier call made and this one does not is not left behind.
    shutil.rmtree(f"{root}/run/NetworkManager/system-connections", ignore_errors=True)
    return subprocess.run([_GENERATOR, "--root-dir", root], check=False).returncode
