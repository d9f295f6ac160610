"""Processes by pid file.  A pid is believed only together with the kernel's start time of the process."""

import os
import signal
import time


def start_time(pid):
    """Ticks since boot at which the process began; None when it is gone or a zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            fields = f.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def remember(path, pid):
    path.write_text(f"{pid} {start_time(pid)}\n")


def alive(path):
    """The pid that the file names, if that very process still runs."""
    try:
        pid, began = path.read_text().split()
    except (FileNotFoundError, ValueError):
        return None
    return int(pid) if str(start_time(int(pid))) == began else None


def end(path, grace=5.0):
    """TERM, and KILL for who does not listen.  Never this very process: the lab's own one takes its lab down at times."""
    if alive(path) == os.getpid():
        return
    for number, limit in ((signal.SIGTERM, grace), (signal.SIGKILL, 5.0)):
        pid = alive(path)
        if pid is None:
            break
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            break
        deadline = time.monotonic() + limit
        while alive(path) and time.monotonic() < deadline:
            time.sleep(0.01)
    path.unlink(missing_ok=True)
