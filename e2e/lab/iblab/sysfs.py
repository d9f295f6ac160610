"""The live /sys of a host: what the kernel would show of HCA, network devices and modules, as files."""

import os

GID_TABLE = 8
_ZERO_GID = ":".join(["0000"] * 8)
_COUNTERS = (
    "symbol_error link_error_recovery link_downed port_rcv_errors port_rcv_constraint_errors port_xmit_discards "
    "port_xmit_data port_rcv_data port_xmit_packets port_rcv_packets port_xmit_wait"
).split()
_IPOIB_PARAMETERS = {
    "send_queue_size": "128",
    "recv_queue_size": "256",
    "max_nonsrq_conn_qp": "128",
    "debug_level": "0",
    "mcast_debug_level": "0",
}
_SRCVERSION = "0123456789ABCDEF0123456"


class Symlink(str):
    """The target of a link, relative to the root of the tree."""


def guid_text(guid):
    return _colons(f"{guid:016x}", 4)


def gid_text(prefix, guid):
    return _colons(f"{prefix:016x}{guid:016x}", 4)


def address_text(raw):
    return _colons(raw.hex(), 2)


def _colons(text, step):
    return ":".join(text[i : i + step] for i in range(0, len(text), step))


class Tree:
    """Writes a wanted set of files, each by rename, so that a reader sees the old or the new value and never half of one."""

    def __init__(self, root, scratch):
        self._root = root
        self._scratch = scratch / f"{root.parent.name}.tmp"
        self._now = {}

    def write(self, wanted):
        gone = [p for p in self._now if p not in wanted]
        # A device disappears from class/ first and appears there last.
        for path in sorted(gone, key=lambda p: (not isinstance(self._now[p], Symlink), -p.count("/"))):
            self._remove(path)
        for path in sorted(wanted, key=lambda p: isinstance(wanted[p], Symlink)):
            if self._now.get(path) != wanted[path]:
                self._put(path, wanted[path])
        self._now = dict(wanted)

    def _put(self, path, value):
        target = self._root / path
        if path not in self._now:
            target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(value, Symlink):
            self._scratch.symlink_to(os.path.relpath(value, os.path.dirname(path)))
        else:
            with open(self._scratch, "w", encoding="ascii") as f:
                f.write(value + "\n" if value else "")
        os.rename(self._scratch, target)

    def _remove(self, path):
        target = self._root / path
        target.unlink(missing_ok=True)
        for parent in target.parents:
            if parent == self._root or any(parent.iterdir()):
                break
            parent.rmdir()


def render(kernel, port, links):
    """All files of one host, by path below the root."""
    files = _modules(kernel)
    pci = f"devices/{kernel.hca.bridge}/{kernel.hca.slot}"
    files.update(_pci(kernel.hca, pci))
    files.update(_hca(kernel, port, f"{pci}/infiniband/{kernel.hca.device}", pci))
    for link in links.values():
        device = kernel.devices.get(link.index)
        where = f"{pci}/net" if device and not device.parent else "devices/virtual/net"
        files.update(_net(f"{where}/{link.name}", link))
        if device:
            files.update(_ipoib(f"{where}/{link.name}", link, device, port))
            if device.legacy:
                files[f"{where}/{link.name}/parent"] = links[device.parent.index].name
            if not device.parent:
                files[f"{where}/{link.name}/device"] = Symlink(pci)
        files[f"class/net/{link.name}"] = Symlink(f"{where}/{link.name}")
    return files


def _modules(kernel):
    driver = kernel.hca.driver
    ib_driver = driver.replace("_core", "_ib")
    names = ["ib_core", "ib_umad", "ib_uverbs", driver, ib_driver]
    holders = {"ib_core": ["ib_umad", "ib_uverbs", ib_driver], driver: [ib_driver]}
    if kernel.loaded:
        names.append("ib_ipoib")
        holders["ib_core"].append("ib_ipoib")
    files = {}
    for name in names:
        held_by = holders.get(name, [])
        files[f"module/{name}/initstate"] = "live"
        files[f"module/{name}/refcnt"] = str(len(held_by))
        files[f"module/{name}/srcversion"] = _SRCVERSION
        for holder in held_by:
            files[f"module/{name}/holders/{holder}"] = Symlink(f"module/{holder}")
    if kernel.loaded:
        files.update({f"module/ib_ipoib/parameters/{k}": v for k, v in _IPOIB_PARAMETERS.items()})
    return files


def _pci(hca, pci):
    driver = f"bus/pci/drivers/{hca.driver}"
    files = {
        "vendor": "0x15b3",
        "device": hca.pci_device,
        "subsystem_vendor": "0x15b3",
        "subsystem_device": "0x0058",
        "class": "0x020700",
        "numa_node": "0",
        "current_link_speed": "16.0 GT/s PCIe",
        "current_link_width": "16",
        "max_link_speed": "16.0 GT/s PCIe",
        "max_link_width": "16",
        "uevent": f"DRIVER={hca.driver}\nPCI_CLASS=20700\nPCI_ID=15B3:{hca.pci_device[2:].upper()}\nPCI_SLOT_NAME={hca.slot}",
    }
    files = {f"{pci}/{k}": v for k, v in files.items()}
    files[f"{driver}/uevent"] = ""
    files[f"{pci}/driver"] = Symlink(driver)
    files[f"bus/pci/devices/{hca.slot}"] = Symlink(pci)
    return files


def _hca(kernel, port, path, pci):
    hca, host = kernel.hca, kernel.host
    files = {
        "node_type": "1: CA",
        "node_guid": guid_text(host.node_guid),
        "sys_image_guid": guid_text(host.node_guid),
        "node_desc": f"{host.name} {hca.device}",
        "fw_ver": hca.firmware,
        "hw_rev": "0",
        "hca_type": hca.hca_type,
        "board_id": hca.board_id,
        "uevent": f"NAME={hca.device}",
    }
    if host.is_infiniband:
        files.update(_ib_port(port, host))
    else:
        files.update(_ethernet_port(host))
    files.update({f"ports/1/counters/{c}": "0" for c in _COUNTERS})
    files = {f"{path}/{k}": v for k, v in files.items()}
    files[f"{path}/device"] = Symlink(pci)
    files[f"class/infiniband/{hca.device}"] = Symlink(path)
    umad = f"{pci}/infiniband_mad/umad0"
    files[f"{umad}/ibdev"], files[f"{umad}/port"] = hca.device, "1"
    files["class/infiniband_mad/umad0"] = Symlink(umad)
    files["class/infiniband_mad/abi_version"] = "5"
    return files


def _ib_port(port, host):
    info = port.info
    files = {
        "state": info.state_text,
        "phys_state": info.phys_text,
        "rate": info.rate_text,
        "link_layer": "InfiniBand",
        "lid": f"{info.lid:#x}",
        "lid_mask_count": str(info.lmc),
        "sm_lid": f"{info.sm_lid:#x}",
        "sm_sl": str(info.sm_sl),
        "cap_mask": f"{info.cap_mask:#010x}",
    }
    files.update({f"pkeys/{i}": f"{key:#06x}" for i, key in enumerate(port.pkeys)})
    files.update(_gids(gid_text(port.gid_prefix, host.port_guid), "IB/RoCE v1"))
    return {f"ports/1/{k}": v for k, v in files.items()}


def _ethernet_port(host):
    files = {
        "state": "4: ACTIVE",
        "phys_state": "5: LinkUp",
        "rate": "100 Gb/sec (4X EDR)",
        "link_layer": "Ethernet",
        "lid": "0x0",
        "lid_mask_count": "0",
        "sm_lid": "0x0",
        "sm_sl": "0",
        "cap_mask": "0x00010000",
        "pkeys/0": "0xffff",
    }
    files.update(_gids(gid_text(0xFE80000000000000, host.port_guid ^ 0x0200000000000000), "RoCE v2"))
    return {f"ports/1/{k}": v for k, v in files.items()}


def _gids(first, kind):
    files = {f"gids/{i}": first if i == 0 else _ZERO_GID for i in range(GID_TABLE)}
    files["gid_attrs/types/0"] = kind
    return files


def _net(path, link):
    loopback = link.name == "lo"
    files = {
        "type": "772" if loopback else "1",
        "addr_len": "6",
        "address": address_text(link.address),
        "broadcast": "00:00:00:00:00:00" if loopback else "ff:ff:ff:ff:ff:ff",
        "mtu": str(link.mtu),
        "operstate": link.operstate,
        "ifindex": str(link.index),
        "iflink": str(link.index),
        "flags": f"{link.flags & 0x1FBF:#x}",
        "dev_id": "0x0",
        "dev_port": "0",
        "addr_assign_type": "0",
        "tx_queue_len": str(link.queue_length),
        "uevent": f"INTERFACE={link.name}\nIFINDEX={link.index}",
    }
    if link.up:
        # Reading `carrier` of a device that is administratively down fails in a kernel.
        files["carrier"] = str(int(link.carrier))
    return {f"{path}/{k}": v for k, v in files.items()}


def _ipoib(path, link, device, port):
    files = {
        "type": "32",
        "addr_len": "20",
        "address": address_text(device.address(port.gid_prefix)),
        "broadcast": address_text(device.broadcast()),
        "operstate": operstate(link, device),
        "iflink": str(device.parent.index if device.parent else link.index),
    }
    if device.legacy or not device.parent:
        files.update(mode=device.mode, pkey=f"{device.key:#06x}", umcast=str(device.umcast))
    if not device.parent:
        files.update(create_child="", delete_child="")
    return {f"{path}/{k}": v for k, v in files.items()}


def operstate(link, device):
    """A veth end without carrier always says lowerlayerdown; an IPoIB parent, which has no lower device, says down."""
    if link.operstate == "lowerlayerdown" and not device.parent:
        return "down"
    if link.operstate == "down" and link.up and device.parent:
        return "lowerlayerdown"
    return link.operstate
