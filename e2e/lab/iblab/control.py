"""Asking the lab's process: one JSON line there, one back."""

import json
import socket


class NoServer(Exception):
    """The lab's process does not run."""


def ask(socket_path, do, /, timeout=15, **request):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as s:
        s.settimeout(timeout)
        try:
            s.connect(str(socket_path))
        except OSError as e:
            raise NoServer(f"the lab's process does not answer on {socket_path}: {e}") from e
        try:
            s.sendall(json.dumps({"do": do, **request}).encode() + b"\n")
            line = s.makefile("rb").readline()
        except ConnectionError:
            line = b""
    if not line:
        raise NoServer(f"the lab's process closed {socket_path} without an answer")
    return json.loads(line)
