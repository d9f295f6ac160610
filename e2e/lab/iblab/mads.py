"""The few management datagrams that the lab sends: what smpquery and saquery ask, without starting a process."""

import struct

MAD_SIZE = 256
ATTR_NODE_INFO = 0x0011
ATTR_PORT_INFO = 0x0015
ATTR_PKEY_TABLE = 0x0016
ATTR_MC_MEMBER = 0x0038
_METHOD_GET = 0x01
_BY_MGID = 1


class MadError(Exception):
    """The simulator or the subnet manager answered with an error status, or not at all."""


def local_smp(attribute, modifier, tid):
    """A directed-route SMP with no hop: it asks the port that the client is attached to."""
    head = struct.pack(
        ">BBBBHBBQHHIQHH", 1, 0x81, 1, _METHOD_GET, 0, 0, 0, tid, attribute, 0, modifier, 0, 0xFFFF, 0xFFFF
    )
    return head.ljust(MAD_SIZE, b"\0")


def smp_data(mad):
    status = struct.unpack_from(">H", mad, 4)[0] & 0x7FFF
    if status:
        raise MadError(f"SMP status {status:#06x}")
    return mad[64:128]


def broadcast_group_query(pkey, tid):
    """SubnAdmGet(MCMemberRecord) by MGID, as `saquery MCMR --mgid` sends it."""
    mgid = bytes.fromhex("ff12401b") + struct.pack(">H", pkey | 0x8000) + bytes(6) + b"\xff" * 4
    head = struct.pack(">BBBBHHQHHI", 1, 0x03, 2, _METHOD_GET, 0, 0, tid, ATTR_MC_MEMBER, 0, 0)
    rmpp, sm_key = bytes(12), bytes(8)
    sa = struct.pack(">HHQ", 0, 0, _BY_MGID)
    return (head + rmpp + sm_key + sa + mgid).ljust(MAD_SIZE, b"\0")


def broadcast_group(mad):
    """The group's IB MTU in bytes, or None when the subnet manager knows no such group (or hides it from us)."""
    if struct.unpack_from(">H", mad, 4)[0]:
        return None
    record = mad[56:]
    if record[:2] != b"\xff\x12":
        return None
    return {1: 256, 2: 512, 3: 1024, 4: 2048, 5: 4096}.get(record[38] & 0x3F)


class PortInfo:
    """The fields of PortInfo that a kernel shows in sysfs."""

    STATES = {1: "DOWN", 2: "INIT", 3: "ARMED", 4: "ACTIVE", 5: "ACTIVE_DEFER"}
    PHYS = {
        1: "Sleep",
        2: "Polling",
        3: "Disabled",
        4: "PortConfigurationTraining",
        5: "LinkUp",
        6: "LinkErrorRecovery",
        7: "Phy Test",
    }

    def __init__(self, data):
        self.gid_prefix, self.lid, self.sm_lid, self.cap_mask = struct.unpack_from(">QHHI", data, 8)
        self.state = data[32] & 0x0F
        self.phys_state = data[33] >> 4
        self.lmc = data[34] & 0x07
        self.sm_sl = data[36] & 0x0F
        self.width = {1: 1, 2: 4, 4: 8, 8: 12}.get(data[31], 4)
        self.speed = data[35] >> 4
        self.speed_ext = data[62] >> 4 if self.cap_mask & 0x4000 else 0

    @property
    def active(self):
        return self.state == 4

    @property
    def state_text(self):
        return f"{self.state}: {self.STATES.get(self.state, 'NOP')}"

    @property
    def phys_text(self):
        return f"{self.phys_state}: {self.PHYS.get(self.phys_state, '<unknown>')}"

    @property
    def rate_text(self):
        lane, name = {1: (14, "FDR"), 2: (25, "EDR"), 4: (50, "HDR")}.get(self.speed_ext) or {
            2: (5, "DDR"),
            4: (10, "QDR"),
        }.get(self.speed, (2.5, "SDR"))
        total = lane * self.width
        return f"{total:g} Gb/sec ({self.width}X {name})"

    def key(self):
        return (
            self.gid_prefix,
            self.lid,
            self.sm_lid,
            self.cap_mask,
            self.state,
            self.phys_state,
            self.width,
            self.speed,
            self.speed_ext,
        )


def pkey_block(data):
    return struct.unpack(">32H", data)


def partition_capacity(node_info):
    return struct.unpack_from(">H", node_info, 28)[0]
