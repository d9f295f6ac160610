"""A client of ibsim, speaking its datagram protocol over abstract Unix sockets.

The InfiniBand tools do the same through libumad2sim, one process and some 25 ms for each question.  The lab asks for
every port several times a second, so it asks directly.  Sockets are bound to the network namespace of their creator:
the simulator, this client and the tools all live in the lab's switch namespace.
"""

import itertools
import socket
import struct

from . import mads

_MAGIC = 0xDEADBEEF
_CTL = struct.Struct("@IIII64s")
_REQUEST = struct.Struct("@IIIIIxxxxQ256s")
_CONNECT, _DISCONNECT = 1, 2
_DIRECTED = 0xFFFF


def _be32(value):
    return struct.unpack("@I", struct.pack(">I", value))[0]


def _be16(value):
    return struct.unpack("@H", struct.pack(">H", value))[0]


class SimClient:
    """Attached to one node at a time; `with client.at("host3"): ...` asks from that host's point of view."""

    def __init__(self, client_id, timeout=1.0):
        self._id = client_id
        self._tids = itertools.count(1)
        self._ctl = self._socket(f"sim:ctl{client_id}", timeout)
        self._ctl.connect(_abstract("sim:ctl"))
        self._timeout = timeout
        self._data = None
        self._slot = None

    def _socket(self, name, timeout):
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.settimeout(timeout)
        s.bind(_abstract(name))
        return s

    def _control(self, kind, data=b""):
        self._ctl.send(_CTL.pack(_MAGIC, self._slot or 0, kind, len(data), data))
        try:
            _, _, answered, _, out = _CTL.unpack(self._ctl.recv(_CTL.size))
        except TimeoutError as e:
            raise mads.MadError("the simulator does not answer") from e
        if answered != kind:
            raise mads.MadError("the simulator refused: all its places are taken, or it knows no such node")
        return out

    def attach(self, node):
        self._data = self._socket(f"sim:in{self._id}", self._timeout)
        try:
            out = self._control(_CONNECT, struct.pack("@III32s", self._id, 0, 0, node.encode()))
            self._slot = struct.unpack_from("@I", out)[0]
            self._data.connect(_abstract(f"sim:out{self._slot}"))
        except BaseException:
            self.detach()
            raise

    def detach(self):
        if self._slot is not None:
            try:
                self._control(_DISCONNECT)
            finally:
                self._slot = None
        if self._data:
            self._data.close()
            self._data = None

    def at(self, node):
        return _Attachment(self, node)

    def close(self):
        self.detach()
        self._ctl.close()

    def _ask(self, build, dlid, qp):
        tid = next(self._tids)
        mad = build(tid)
        lid = _be16(dlid)
        slid = lid if dlid == _DIRECTED else 0
        self._data.send(_REQUEST.pack(lid, slid, _be32(qp), _be32(qp), 0, _length_field(len(mad)), mad))
        while True:
            try:
                *_, status, _, answer = _REQUEST.unpack(self._data.recv(_REQUEST.size))
            except TimeoutError as e:
                raise mads.MadError("no answer") from e
            # The simulator replaces the upper half of the transaction id by the client's number.
            if struct.unpack_from(">I", answer, 12)[0] != tid & 0xFFFFFFFF:
                continue
            if status:
                raise mads.MadError("time-out reported by the simulator")
            return answer

    def port_info(self):
        return mads.PortInfo(self._smp(mads.ATTR_PORT_INFO, 0))

    def partition_capacity(self):
        return mads.partition_capacity(self._smp(mads.ATTR_NODE_INFO, 0))

    def pkeys(self, capacity):
        table = []
        for block in range((capacity + 31) // 32):
            table += mads.pkey_block(self._smp(mads.ATTR_PKEY_TABLE, block))
        return tuple(table[:capacity])

    def broadcast_group_mtu(self, pkey, sm_lid):
        return mads.broadcast_group(self._ask(lambda tid: mads.broadcast_group_query(pkey, tid), sm_lid, 1))

    def _smp(self, attribute, modifier):
        return mads.smp_data(self._ask(lambda tid: mads.local_smp(attribute, modifier, tid), _DIRECTED, 0))


class _Attachment:
    def __init__(self, client, node):
        self._client, self._node = client, node

    def __enter__(self):
        self._client.attach(self._node)
        return self._client

    def __exit__(self, *unused):
        self._client.detach()


def _abstract(name):
    """In the abstract name space every byte counts: the tools' library counts the closing zero, so it belongs to the name."""
    return b"\0" + name.encode() + b"\0"


def _length_field(size):
    return struct.unpack("@Q", struct.pack(">Q", size))[0]
