"""What `ip` says and does about IPoIB devices: the part of a host's `ip` that ip_standin.c leaves to the lab's process.

* `link add … type ipoib …`, `link set DEV mtu … | type ipoib mode …` and `link del` of a parent are done by the lab;
* JSON answers about links, addresses and neighbours are completed, so that they look as on a real host.

Words are those of the command line, options of `ip` included; refusals say what the real `ip` or a kernel would.
"""

import json

from .ipoib import Refused

# Options of `ip link set` that take no value.
_FLAGS = ("up", "down")


def _after_options(words):
    i = 0
    while i < len(words) and words[i].startswith("-"):
        name = words[i].lstrip("-")
        i += 2 if name and ("family".startswith(name) or "loops".startswith(name) or name == "rc") else 1
    return words[i:]


# --- changes ----------------------------------------------------------------------------------------------------------


def change(words, server, host):
    """Does what can be done here.  Returns the words that are left for the real `ip`, and whether the lab looks after it."""
    rest = _after_options(words)
    if "add".startswith(rest[1]):
        server.do_add(host, **_wanted_child(rest[2:]))
        return None, False
    if "set".startswith(rest[1]):
        return _set(words, rest[2:], server, host)
    return _delete(words, rest[2:], server, host)


def _wanted_child(words):
    wanted = {"parent": None, "name": None, "pkey": None, "mode": "datagram", "umcast": 0}
    i = 0
    while i < len(words):
        word, value = words[i], words[i + 1] if i + 1 < len(words) else ""
        i += 2
        if word == "link":
            wanted["parent"] = value
        elif word == "name":
            wanted["name"] = value
        elif word == "pkey":
            wanted["pkey"] = _u16(value, "pkey")
        elif word == "mode":
            wanted["mode"] = _mode(value)
        elif word == "umcast":
            wanted["umcast"] = _u16(value, "umcast")
        elif word not in ("type", "dev", "mtu", "txqueuelen"):
            wanted["name"] = word
            i -= 1
    name = wanted["name"]
    if name is not None and not 0 < len(name) <= 15:
        raise Refused(255, f'Error: argument "{name}" is wrong: "name" not a valid ifname')
    return wanted


def _u16(text, what):
    """As strtoul with base 0: decimal, 0x and leading-zero octal."""
    try:
        value = int(text, 8) if len(text) > 1 and text[0] == "0" and text.isdigit() else int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        raise Refused(255, f'Error: argument "{text}" is wrong: {what} is invalid')
    return value


def _mode(text):
    if text not in ("datagram", "connected"):
        raise Refused(1, 'Error: argument of "mode" must be "datagram"or "connected"')
    return text


def _set(words, rest, server, host):
    if rest[:1] == ["dev"]:
        rest = rest[1:]
    name = rest[0] if rest else ""
    if server.device(host, name) is None:
        return words, False
    wanted, others = _ipoib_part(rest[1:])
    if any(v is not None for v in wanted.values()):
        server.do_set(host, name, **wanted)
        if not others:
            return None, False
    return ["link", "set", "dev", name, *others], True


def _ipoib_part(words):
    """What the lab does itself, and what is left for the real `ip`."""
    wanted, others = {"mtu": None, "mode": None, "umcast": None}, []
    i = 0
    while i < len(words):
        word, value = words[i], words[i + 1] if i + 1 < len(words) else ""
        if word == "mtu":
            wanted["mtu"] = _mtu(value)
        elif word == "mode":
            wanted["mode"] = _mode(value)
        elif word == "umcast":
            wanted["umcast"] = _u16(value, "umcast")
        elif word != "type":
            others += words[i : i + 1] if word in _FLAGS else words[i : i + 2]
        i += 1 if word in _FLAGS else 2
    return wanted, others


def _mtu(text):
    if not text.isdigit():
        raise Refused(255, f'Error: argument "{text}" is wrong: Invalid "mtu" value\n')
    return int(text)


def _delete(words, rest, server, host):
    name = rest[1] if rest[:1] == ["dev"] and len(rest) > 1 else rest[0] if rest else ""
    device = server.device(host, name)
    if device is not None and device.parent is None:
        raise Refused(2, "RTNETLINK answers: Operation not supported")
    return words, device is not None


# --- answers ----------------------------------------------------------------------------------------------------------


def show(words, out, server, host):
    """What the real `ip` said, as it would be said of IPoIB devices."""
    rest = _after_options(words)
    entries = json.loads(out)
    if "neighbour".startswith(rest[0]) or "neighbor".startswith(rest[0]):
        addresses = server.hardware_addresses()
        entries = [_neighbour(e, addresses) for e in entries]
    else:
        devices = server.described_devices(host)
        entries = [_link(e, devices.get(str(e.get("ifindex")))) for e in entries if e]
        kind = _filter_kind(rest)
        if kind == "ipoib":
            entries = [e for e in entries if str(e.get("ifindex")) in devices]
        elif kind == "veth":
            entries = [e for e in entries if str(e.get("ifindex")) not in devices]
    return json.dumps(entries, separators=(",", ":")) + "\n"


def _filter_kind(words):
    return next((b for a, b in zip(words, words[1:]) if a == "type"), None)


def _neighbour(entry, addresses):
    if entry.get("lladdr") in addresses:
        entry["lladdr"] = addresses[entry["lladdr"]]
    return entry


def _link(entry, device):
    """One entry of `ip -j link` or `ip -j addr`, as it would be for an IPoIB device."""
    if device is None:
        return entry
    if "flags" not in entry and "addr_info" not in entry and "address" not in entry:
        return entry
    head = {"ifindex": entry.pop("ifindex")} if "ifindex" in entry else {}
    for veth_only in ("link", "link_index", "link_netnsid"):
        entry.pop(veth_only, None)
    if device["parent"]:
        head["link"] = device["parent"]
    entry["address"] = device["address"]
    if "broadcast" in entry:
        entry["broadcast"] = device["broadcast"]
    if "link_type" in entry:
        entry["link_type"] = "infiniband"
    if "operstate" in entry:
        entry["operstate"] = device["operstate"]
    if "flags" in entry:
        entry["flags"] = [f for f in entry["flags"] if f != "M-DOWN"] + ([] if device["parent_up"] else ["M-DOWN"])
    if entry.get("qdisc") == "noqueue":
        entry["qdisc"] = "pfifo_fast"
    if "linkinfo" in entry:
        _details(entry, device)
    return {**head, **entry}


def _details(entry, device):
    entry.update(min_mtu=0, max_mtu=65520)
    entry["linkinfo"] = {
        "info_kind": "ipoib",
        "info_data": {"key": device["key"], "mode": device["mode"], "umcast": device["umcast"]},
    }
    if "inet6_addr_gen_mode" in entry:
        entry["inet6_addr_gen_mode"] = "eui64"
    if not device["parent"]:
        entry.update(parentbus="pci", parentdev=device["slot"])
