"""What a kernel's ib_ipoib does, for devices that are really veth pairs.

The host's end of each pair lies in the host's namespace under the IPoIB name; the other end lies in the switch namespace
and is plugged into the partition's bridge while the device is joined.
"""

import contextlib
import dataclasses

from . import netns

EINVAL = "RTNETLINK answers: Invalid argument"
ENODEV = "RTNETLINK answers: No such device"
EEXIST = "RTNETLINK answers: File exists"
UNKNOWN_TYPE = "Error: Unknown device type."
ENOTUNIQ = "RTNETLINK answers: Name not unique on network"
ABOVE_DEVICE_MAXIMUM = "Error: mtu greater than device maximum."

HEADER = 4
CONNECTED_MTU = 65520
SMALLEST_MTU = 72
# The adapter's own limit; the group's is nearly always lower and decides.
ADAPTER_IB_MTU = 4096
ADAPTER_MTU = ADAPTER_IB_MTU - HEADER


@dataclasses.dataclass(frozen=True)
class Hca:
    """An adapter model.  `flags` is byte 0 of the hardware address: 0x80 says that connected mode is possible."""

    device: str
    driver: str
    hca_type: str
    firmware: str
    board_id: str
    pci_device: str
    flags: int
    slot: str = "0000:3b:00.0"
    bridge: str = "pci0000:3a/0000:3a:00.0"


HCAS = {
    "connectx6": Hca("mlx5_0", "mlx5_core", "MT4123", "20.38.1002", "MT_0000000223", "0x101b", 0x00),
    "connectx3": Hca("mlx4_0", "mlx4_core", "MT4099", "2.42.5000", "MT_1090120019", "0x1003", 0x80),
}


class Refused(Exception):
    """A request that a kernel or the real `ip` would refuse: exit status and text."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Device:
    """One IPoIB device.  `plugged` is (partition, isolated) while the far end hangs on a bridge."""

    def __init__(self, index, peer, key, flags, qpn, port_guid, parent=None, legacy=False):
        self.index = index
        self.peer = peer
        self.key = key | 0x8000
        self.flags = flags
        self.qpn = qpn
        self.port_guid = port_guid
        self.parent = parent
        # Made by writing create_child, and so with files in sysfs that a child made through rtnetlink lacks.
        self.legacy = legacy
        self.mode = "datagram"
        self.umcast = 0
        self.admin_mtu = ADAPTER_MTU
        self.group_mtu = ADAPTER_MTU
        self.mtu = ADAPTER_MTU
        # What the veth end was last given; another value there was set by a program that calls the real `ip`, as ifup does.
        self.link_mtu = ADAPTER_MTU
        self.plugged = None
        self.was_up = False
        self.mac = b""

    @property
    def partition(self):
        return self.key & 0x7FFF

    def address(self, gid_prefix):
        return (
            bytes([self.flags])
            + self.qpn.to_bytes(3, "big")
            + gid_prefix.to_bytes(8, "big")
            + self.port_guid.to_bytes(8, "big")
        )

    def broadcast(self):
        return bytes.fromhex("00ffffffff12401b") + self.key.to_bytes(2, "big") + bytes(6) + b"\xff" * 4

    def link_local(self):
        guid = bytearray(self.port_guid.to_bytes(8, "big"))
        guid[0] ^= 0x02
        return bytes.fromhex("fe80000000000000") + bytes(guid)

    def set_mtu(self, mtu):
        """A datagram MTU above the group's is accepted and has no effect; that is how ipoib_change_mtu() is written."""
        if mtu > CONNECTED_MTU:
            raise Refused(2, ABOVE_DEVICE_MAXIMUM)
        if self.mode == "connected":
            self.mtu = mtu
            return
        if not SMALLEST_MTU <= mtu <= ADAPTER_MTU:
            raise Refused(2, EINVAL)
        self.admin_mtu = mtu
        self.mtu = min(mtu, self.group_mtu)

    def set_mode(self, mode):
        if mode == self.mode:
            return
        if mode == "connected":
            if not self.flags & 0x80:
                raise Refused(2, EINVAL)
            self.mode = mode
            self.set_mtu(CONNECTED_MTU)
        else:
            self.mode = mode
            self.set_mtu(min(self.group_mtu, self.mtu))

    def joined(self, group_mtu):
        """The broadcast group was joined: its MTU caps the device's."""
        self.group_mtu = group_mtu - HEADER
        if self.mode == "datagram":
            self.mtu = min(self.group_mtu, self.admin_mtu)


class HostKernel:
    """The part of a host's kernel that is made up: the ib_ipoib module and its devices."""

    PARENT_NAME = "ib0"

    def __init__(self, host, switch_netns):
        self.host = host
        self.hca = HCAS[host.settings["hca"]]
        self.loaded = False
        self.devices = {}
        self.rtnl = netns.Rtnl(host.netns)
        self._switch = switch_netns
        self._peers = 0
        self._qpn = 0x000B26 + host.number * 0x100

    def load(self, default_key):
        """modprobe ib_ipoib: one parent per InfiniBand port, with the key at index 0.  False: there is no such module."""
        if self.host.settings["ipoib"] == "missing":
            return False
        if not self.loaded:
            self.loaded = True
            if self.host.is_infiniband:
                self._create(self.PARENT_NAME, default_key, None)
        return True

    def unload(self):
        for device in [d for d in self.devices.values() if d.parent] + [
            d for d in self.devices.values() if not d.parent
        ]:
            links = self.rtnl.links()
            if device.index in links:
                netns.ip("-n", self.host.netns, "link", "del", links[device.index].name)
        self.devices.clear()
        self.loaded = False

    def change_card(self, guid, slot, device):
        """None: as it is.  The node GUID is one below the port's, as everywhere in the lab."""
        if guid is not None:
            self.host.port_guid = guid
            self.host.node_guid = guid - 1
        if slot is not None:
            self.hca = dataclasses.replace(self.hca, slot=slot, bridge=f"pci{slot[:7]}/{slot[:7]}:00.0")
        if device is not None:
            self.hca = dataclasses.replace(self.hca, device=device)

    def find(self, name):
        """The device of that name, whatever it was called when it was made."""
        for link in self.rtnl.links().values():
            if link.name == name:
                return self.devices.get(link.index)
        return None

    def add_child(self, parent_name, name, pkey, mode, umcast, legacy, default_key):
        """`ip link add link PARENT name NAME type ipoib …`, refused where a kernel refuses, in its order."""
        links = {link.name: link for link in self.rtnl.links().values()}
        if parent_name is not None and parent_name not in links:
            raise Refused(1, f'Cannot find device "{parent_name}"')
        if name in links:
            raise Refused(2, EEXIST)
        if not self.loaded and not self.load(default_key):
            raise Refused(2, UNKNOWN_TYPE)
        if parent_name is None:
            raise Refused(2, EINVAL)
        parent = self.devices.get(links[parent_name].index)
        if parent is None:
            raise Refused(2, ENODEV)
        if pkey is None:
            pkey = parent.key
        if parent.parent or pkey & 0x7FFF == 0 or (mode == "connected" and not parent.flags & 0x80):
            raise Refused(2, EINVAL)
        if legacy and any(
            d.legacy and d.parent is parent and d.partition == pkey & 0x7FFF for d in self.devices.values()
        ):
            raise Refused(2, ENOTUNIQ)
        device = self._create(name or self._free_name(links), pkey, parent, legacy)
        device.umcast = umcast
        device.set_mode(mode)

    def _free_name(self, links):
        return next(f"ipoib{n}" for n in range(len(links) + 1) if f"ipoib{n}" not in links)

    def _create(self, name, key, parent, legacy=False):
        self._peers += 1
        self._qpn += 1
        peer = f"{self.host.name}.{self._peers}"
        here = ["link", "add", name, "mtu", str(ADAPTER_MTU), "txqueuelen", "256", "type", "veth"]
        netns.ip("-n", self.host.netns, *here, "peer", "name", peer, "mtu", "65535", "netns", self._switch)
        netns.ip("-n", self.host.netns, "link", "set", name, "addrgenmode", "none")
        index = next(link.index for link in self.rtnl.links().values() if link.name == name)
        device = Device(index, peer, key, self.hca.flags, self._qpn, self.host.port_guid, parent, legacy)
        self.devices[index] = device
        return device

    def forget_vanished(self, links):
        """Devices that were deleted by the real `ip`."""
        for index in [i for i in self.devices if i not in links]:
            del self.devices[index]

    def hear_mtus(self, links):
        """An MTU set past the lab's `ip` is a request like any other; an impossible one is taken back by settle()."""
        for device in self.devices.values():
            link = links[device.index]
            if link.mtu != device.link_mtu:
                with contextlib.suppress(Refused):
                    device.set_mtu(link.mtu)

    def follow_parent(self, links):
        """Setting a parent up or down does the same to its children.  True when something was changed."""
        changed = False
        for device in self.devices.values():
            up = links[device.index].up
            if device.parent is None and up != device.was_up:
                for child in self.devices.values():
                    if child.parent is device and links[child.index].up != up:
                        self.rtnl.set_link(child.index, up=up)
                        changed = True
        return changed

    def settle(self, links):
        """Bring MTU and link-local address to where a kernel would have them; True when something was changed."""
        changed = False
        for device in self.devices.values():
            link = links[device.index]
            device.mac = link.address
            if link.mtu != device.mtu:
                self.rtnl.set_link(device.index, mtu=device.mtu)
                changed = True
            device.link_mtu = device.mtu
            if link.up and not device.was_up:
                self._add_link_local(device)
            device.was_up = link.up
        return changed

    def _add_link_local(self, device):
        try:
            self.rtnl.add_link_local(device.index, device.link_local())
        except OSError:
            pass  # no IPv6 in this kernel, or switched off for the device
