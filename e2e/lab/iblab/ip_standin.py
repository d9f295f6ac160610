"""`ip` on a lab host.  Everything goes to the real one, except what needs an InfiniBand device:

* `link add … type ipoib …`, `link set DEV mtu … | type ipoib mode …` and `link del` of a parent are done by the lab's process;
* JSON answers about links, addresses and neighbours are completed, so that they look as on a real host.
"""

import json
import sys

from . import standin_base as base

_SHOW = ("show", "list", "lst", "")
_OBJECTS = ("link", "address", "neighbour", "neighbor")
# Options of `ip link set` that take no value.
_FLAGS = ("up", "down")


def main(directory, host, arguments):
    base.enter_host(directory, host)
    options, rest = _split_options(arguments)
    if _elsewhere(options) or not rest:
        base.become("ip", arguments)
    thing = next((o for o in _OBJECTS if o.startswith(rest[0])), None)
    verb = rest[1] if len(rest) > 1 else ""
    if thing in _OBJECTS and verb in _SHOW and "json" in options:
        return _show(directory, host, thing, arguments, rest)
    if thing == "link" and "add".startswith(verb or "?") and _is_ipoib(rest):
        return _add(directory, host, rest[2:])
    if thing == "link" and verb in ("set", "s", "se"):
        return _set(directory, host, arguments, rest)
    if thing == "link" and verb and "delete".startswith(verb):
        return _delete(directory, host, arguments, rest)
    base.become("ip", arguments)


def _split_options(arguments):
    """Options of `ip` itself, by long name, and what follows them."""
    long = (
        "json",
        "details",
        "statistics",
        "oneline",
        "pretty",
        "brief",
        "force",
        "resolve",
        "human",
        "netns",
        "batch",
        "family",
    )
    options = set()
    i = 0
    while i < len(arguments) and arguments[i].startswith("-"):
        name = arguments[i].lstrip("-")
        full = "netns" if name == "n" else next((o for o in long if o.startswith(name)), name)
        options.add(full)
        i += 2 if full in ("netns", "batch", "family") else 1
    return options, arguments[i:]


def _elsewhere(options):
    return "netns" in options or "batch" in options


def _is_ipoib(words):
    return any(a == "type" and b == "ipoib" for a, b in zip(words, words[1:]))


# --- changes ----------------------------------------------------------------------------------------------------------


def _add(directory, host, words):
    request = {"parent": None, "name": None, "pkey": None, "mode": "datagram", "umcast": 0}
    i = 0
    while i < len(words):
        word, value = words[i], words[i + 1] if i + 1 < len(words) else ""
        i += 2
        if word == "link":
            request["parent"] = value
        elif word == "name":
            request["name"] = value
        elif word == "pkey":
            request["pkey"] = _u16(value, "pkey")
        elif word == "mode":
            request["mode"] = _mode(value)
        elif word == "umcast":
            request["umcast"] = _u16(value, "umcast")
        elif word not in ("type", "dev", "mtu", "txqueuelen"):
            request["name"] = word
            i -= 1
    if request["name"] is not None and not 0 < len(request["name"]) <= 15:
        _fail(255, f'Error: argument "{request["name"]}" is wrong: "name" not a valid ifname')
    return base.finish(base.ask(directory, "add", host=host, **request))


def _u16(text, what):
    """As strtoul with base 0: decimal, 0x and leading-zero octal."""
    try:
        value = int(text, 8) if len(text) > 1 and text[0] == "0" and text.isdigit() else int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        _fail(255, f'Error: argument "{text}" is wrong: {what} is invalid')
    return value


def _mode(text):
    if text not in ("datagram", "connected"):
        _fail(1, 'Error: argument of "mode" must be "datagram"or "connected"')
    return text


def _fail(status, text):
    sys.stderr.write(text + "\n")
    sys.exit(status)


def _set(directory, host, arguments, rest):
    words = rest[2:]
    name = words[1] if words[:1] == ["dev"] and len(words) > 1 else words[0] if words else ""
    if _index_of(directory, host, name) is None:
        base.become("ip", arguments)
    wanted, others = _ipoib_part(words[2:] if words[0] == "dev" else words[1:])
    if any(v is not None for v in wanted.values()):
        answer = base.ask(directory, "set", host=host, device=name, **wanted)
        if answer["rc"] or not others:
            return base.finish(answer)
    status = base.status_of(base.real("ip"), ["link", "set", "dev", name, *others])
    base.ask(directory, "sync", host=host)
    return status


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
        _fail(255, f'Error: argument "{text}" is wrong: Invalid "mtu" value\n')
    return int(text)


def _delete(directory, host, arguments, rest):
    name = rest[3] if rest[2:3] == ["dev"] and len(rest) > 3 else rest[2] if len(rest) > 2 else ""
    index = _index_of(directory, host, name)
    if index is not None and not base.ask(directory, "describe", host=host)["devices"][index]["parent"]:
        _fail(2, "RTNETLINK answers: Operation not supported")
    status = base.status_of(base.real("ip"), arguments)
    if index is not None:
        base.ask(directory, "sync", host=host)
    return status


def _index_of(directory, host, name):
    """The index, as text, of an IPoIB device by name; None for any other device."""
    devices = base.ask(directory, "describe", host=host)["devices"]
    return next((i for i, d in devices.items() if d["name"] == name), None)


# --- answers ----------------------------------------------------------------------------------------------------------


def _show(directory, host, thing, arguments, rest):
    kind = _filter_kind(rest)
    if kind == "ipoib":
        at = len(arguments) - len(rest) + next(i for i, w in enumerate(rest) if w == "type")
        arguments = arguments[:at] + arguments[at + 2 :]
    status, out = base.output_of(base.real("ip"), arguments)
    if status or not out.strip():
        sys.stdout.buffer.write(out)
        return status
    known = base.ask(directory, "describe", host=host)
    entries = json.loads(out)
    if thing.startswith("neigh"):
        entries = [_neighbour(e, known["addresses"]) for e in entries]
    else:
        entries = [_link(e, known["devices"].get(str(e.get("ifindex")))) for e in entries if e]
        if kind == "ipoib":
            entries = [e for e in entries if str(e.get("ifindex")) in known["devices"]]
        elif kind == "veth":
            entries = [e for e in entries if str(e.get("ifindex")) not in known["devices"]]
    print(json.dumps(entries, separators=(",", ":")))
    return 0


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
