"""Network namespaces by name, and rtnetlink inside of them, from one process."""

import contextlib
import ctypes
import os
import socket
import struct
import subprocess

_CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)

IP = next((p for p in ("/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip") if os.access(p, os.X_OK)), None)

RTM_NEWLINK, RTM_GETLINK, RTM_NEWADDR = 16, 18, 20
_NLM_F_REQUEST, _NLM_F_ACK, _NLM_F_DUMP, _NLM_F_REPLACE, _NLM_F_CREATE = 0x1, 0x4, 0x300, 0x100, 0x400
_NLMSG_ERROR, _NLMSG_DONE = 2, 3
_RTMGRP_LINK = 1
IFLA_ADDRESS, IFLA_IFNAME, IFLA_MTU, IFLA_TXQLEN, IFLA_OPERSTATE, IFLA_CARRIER = 1, 3, 4, 13, 16, 33
IFF_UP = 0x1
OPERSTATES = ("unknown", "notpresent", "down", "lowerlayerdown", "testing", "dormant", "up")


def path(name):
    return f"/run/netns/{name}"


def exists(name):
    return os.path.exists(path(name))


def _setns(fd):
    if _libc.setns(fd, _CLONE_NEWNET):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def enter(name):
    """Move this process into the namespace for good."""
    fd = os.open(path(name), os.O_RDONLY)
    try:
        _setns(fd)
    finally:
        os.close(fd)


@contextlib.contextmanager
def inside(name):
    """Sockets opened in this block belong to the namespace, also after the block."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    try:
        enter(name)
        try:
            yield
        finally:
            _setns(home)
    finally:
        os.close(home)


def ip(*args, check=True):
    done = subprocess.run([IP, *args], capture_output=True, text=True)
    if check and done.returncode:
        raise RuntimeError(f"ip {' '.join(args)}: {done.stderr.strip() or done.returncode}")
    return done


def batch(name, lines):
    """Several `ip` commands in one process; all of them are tried."""
    if lines:
        done = subprocess.run(
            [IP, "-n", name, "-force", "-batch", "-"], input="\n".join(lines) + "\n", capture_output=True, text=True
        )
        return done.stderr.strip()
    return ""


class Link:
    """One network device as the kernel describes it."""

    __slots__ = ("index", "name", "flags", "mtu", "operstate", "carrier", "address", "queue_length")

    def __init__(self, index, flags, attributes):
        self.index = index
        self.flags = flags
        self.name = attributes.get(IFLA_IFNAME, b"").rstrip(b"\0").decode()
        self.mtu = _u32(attributes.get(IFLA_MTU))
        self.queue_length = _u32(attributes.get(IFLA_TXQLEN))
        self.operstate = OPERSTATES[(attributes.get(IFLA_OPERSTATE) or b"\0")[0]]
        self.carrier = bool((attributes.get(IFLA_CARRIER) or b"\0")[0])
        self.address = attributes.get(IFLA_ADDRESS, b"")

    @property
    def up(self):
        return bool(self.flags & IFF_UP)


class Rtnl:
    """An rtnetlink connection that stays in the namespace it was opened in; a second socket hears link events."""

    def __init__(self, name):
        with inside(name):
            self._s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
            self._s.bind((0, 0))
            self.events = socket.socket(
                socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, socket.NETLINK_ROUTE
            )
            self.events.bind((0, _RTMGRP_LINK))
        self._s.settimeout(5)
        self._sequence = 0

    def close(self):
        self._s.close()
        self.events.close()

    def drain_events(self):
        try:
            while self.events.recv(65536):
                pass
        except BlockingIOError:
            return
        except OSError:
            return  # ENOBUFS: events were lost, and the caller looks at everything anyway

    def links(self):
        """All devices of the namespace, by index."""
        found = {}
        for kind, body in self._request(RTM_GETLINK, _NLM_F_DUMP, struct.pack("@BxHiII", 0, 0, 0, 0, 0)):
            if kind == RTM_NEWLINK:
                _, _, index, flags, _ = struct.unpack_from("@BxHiII", body)
                found[index] = Link(index, flags, _attributes(body[16:]))
        return found

    def set_link(self, index, mtu=None, up=None):
        flags, change = (IFF_UP if up else 0, IFF_UP) if up is not None else (0, 0)
        body = struct.pack("@BxHiII", 0, 0, index, flags, change)
        if mtu is not None:
            body += _attribute(IFLA_MTU, struct.pack("@I", mtu))
        self._request(RTM_NEWLINK, _NLM_F_ACK, body)

    def add_link_local(self, index, address):
        body = struct.pack("@BBBBI", socket.AF_INET6, 64, 0x80, 253, index)
        body += _attribute(1, address) + _attribute(2, address)
        self._request(RTM_NEWADDR, _NLM_F_ACK | _NLM_F_CREATE | _NLM_F_REPLACE, body)

    def _request(self, kind, flags, body):
        self._sequence += 1
        self._s.send(struct.pack("@IHHII", 16 + len(body), kind, flags | _NLM_F_REQUEST, self._sequence, 0) + body)
        answers = []
        while True:
            data = self._s.recv(1 << 18)
            while len(data) >= 16:
                size, answer, _, sequence, _ = struct.unpack_from("@IHHII", data)
                body, data = data[16:size], data[(size + 3) & ~3 :]
                if sequence != self._sequence:
                    continue
                if answer == _NLMSG_DONE:
                    return answers
                if answer == _NLMSG_ERROR:
                    error = -struct.unpack_from("@i", body)[0]
                    if error:
                        raise OSError(error, os.strerror(error))
                    return answers
                answers.append((answer, body))


def _u32(raw):
    return struct.unpack("@I", raw)[0] if raw else 0


def _attribute(kind, value):
    size = 4 + len(value)
    return struct.pack("@HH", size, kind) + value + bytes(-size % 4)


def _attributes(data):
    found = {}
    while len(data) >= 4:
        size, kind = struct.unpack_from("@HH", data)
        if size < 4:
            break
        found[kind & 0x3FFF] = data[4:size]
        data = data[(size + 3) & ~3 :]
    return found
