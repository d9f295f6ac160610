"""Where everything of one lab lies, and what it is called."""

import hashlib
import json
import os
import pathlib

from . import topology

TOOLS = pathlib.Path(__file__).resolve().parent.parent
PYTHON = "/usr/bin/python3"

# What `lab up --set HOST.KEY=VALUE` may say; the first is what a host has otherwise.
SETTINGS = {
    "hca": ("connectx6", "connectx3"),
    "ipoib": ("loaded", "unloaded", "missing"),
    "link_layer": ("InfiniBand", "Ethernet"),
    "network": ("ifupdown", "networkmanager", "netplan-networkmanager", "netplan", "systemd", "none"),
}


class Host:
    """What is fixed about a host from the moment the lab is built."""

    def __init__(self, lab, data):
        self.lab = lab
        self.name = data["name"]
        self.number = data["number"]
        self.settings = {key: data[key] for key in SETTINGS}
        self.address = data["address"]
        self.node_guid = topology.node_guid(self.number)
        self.port_guid = topology.port_guid(self.number)
        self.netns = f"ibl{lab.id}-{self.name}"
        self.dir = lab.dir / "hosts" / self.name
        self.root, self.sys, self.bin, self.alter = (self.dir / d for d in ("root", "sys", "bin", "alter"))

    @property
    def is_infiniband(self):
        return self.settings["link_layer"] == "InfiniBand"

    def data(self):
        return {
            "name": self.name,
            "number": self.number,
            **self.settings,
            "address": self.address,
            # For readers of lab.json only; derived from the number.
            "node_guid": f"{self.node_guid:#018x}",
            "port_guid": f"{self.port_guid:#018x}",
            "netns": self.netns,
        }


class Lab:
    """A lab is its directory: names of namespaces and devices derive from the path, so that labs do not meet."""

    def __init__(self, directory):
        self.dir = pathlib.Path(directory).resolve()
        self.id = hashlib.sha256(os.fsencode(self.dir)).hexdigest()[:6]
        self.switch_netns = f"ibl{self.id}-switch"
        self.file = self.dir / "lab.json"
        self.run, self.log = self.dir / "run", self.dir / "log"
        self.socket = self.run / "control"
        self.work = self.run / "work"
        self.ip_standin = self.run / "ip-standin"
        self.net_file = self.run / "net"
        self.mgmt_device = f"ibl{self.id}m"
        self.hosts = {}
        self.switches = 1
        self.mgmt = None
        self.standbys = []
        self.bystanders = 0

    @property
    def sm_host(self):
        return "host1"

    @property
    def sm_hosts(self):
        """The host whose OpenSM is started first rules, until it dies."""
        return [self.sm_host, *self.standbys]

    def add_hosts(self, count, settings):
        for n in range(1, count + 1):
            name = f"host{n}"
            own = settings.get(name, {})
            self.hosts[name] = Host(
                self,
                {
                    "name": name,
                    "number": n,
                    **{key: own.get(key, values[0]) for key, values in SETTINGS.items()},
                    "address": f"{self.mgmt}.{10 + n}" if self.mgmt else None,
                },
            )

    def save(self):
        data = {
            "id": self.id,
            "switch_netns": self.switch_netns,
            "switches": self.switches,
            "mgmt": self.mgmt,
            "mgmt_address": f"{self.mgmt}.1" if self.mgmt else None,
            "sm_host": self.sm_host,
            "standbys": self.standbys,
            "bystanders": self.bystanders,
            "hosts": [h.data() for h in self.hosts.values()],
        }
        write_atomically(self.file, json.dumps(data, indent=2) + "\n")

    @classmethod
    def load(cls, directory):
        lab = cls(directory)
        try:
            data = json.loads(lab.file.read_text())
        except FileNotFoundError:
            raise SystemExit(f"lab: no lab in {lab.dir} (make one with: lab up --dir {lab.dir} --hosts 4)") from None
        lab.switches, lab.mgmt, lab.standbys = data["switches"], data["mgmt"], data["standbys"]
        lab.bystanders = data["bystanders"]
        for h in data["hosts"]:
            lab.hosts[h["name"]] = Host(lab, h)
        return lab

    def host(self, name):
        try:
            return self.hosts[name]
        except KeyError:
            raise SystemExit(f"lab: no host '{name}'; this lab has {', '.join(self.hosts)}") from None


def write_atomically(path, text, mode=0o644):
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text)
    temporary.chmod(mode)
    temporary.rename(path)
