"""The fabric's cabling: N hosts on one leaf, or on several leaves under spines."""

HCA_GUID_BASE = 0x0002C90300001000
SWITCH_GUID_BASE = 0x0002C90200000100


def node_guid(number):
    return HCA_GUID_BASE + (number - 1) * 0x10


def port_guid(number):
    """ibsim makes a port's GUID from the node's: it adds the port number."""
    return node_guid(number) + 1


def node_of_port(guid, hosts):
    """The simulator's name of the node with this port, or None where no such port hangs on the fabric."""
    number, rest = divmod(guid - 1 - HCA_GUID_BASE, 0x10)
    return f"host{number + 1}" if rest == 0 and 0 <= number < hosts else None


class Topology:
    """Host n hangs on leaf (n-1) // per_leaf; with more than one leaf, every leaf has one cable to each spine."""

    def __init__(self, hosts, switches, bystanders=0):
        if hosts < 1 or hosts > 120:
            raise ValueError(f"{hosts} hosts: a lab has 1 to 120")
        if bystanders < 0 or hosts + bystanders > 2000:
            raise ValueError(f"{bystanders} bystanders: a fabric has at most 2000 hosts with them")
        if switches < 1 or switches > 64:
            raise ValueError(f"{switches} switches: a lab has 1 to 64")
        # Bystanders are on the fabric alone: a port with a GUID, and no host behind it.
        hosts += bystanders
        self.hosts = hosts
        self.spines = 1 if switches > 1 else 0
        self.leaves = switches - self.spines
        self.per_leaf = -(-hosts // self.leaves)

    def place(self, number):
        """Leaf number and port on it, both from 1."""
        return (number - 1) // self.per_leaf + 1, (number - 1) % self.per_leaf + 1

    def net_file(self):
        blocks = [self._host(n) for n in range(1, self.hosts + 1)]
        blocks += [self._leaf(l) for l in range(1, self.leaves + 1)]
        blocks += [self._spine(s) for s in range(1, self.spines + 1)]
        return "\n".join(blocks)

    def limits(self):
        """What ibsim must be told so that it makes its tables large enough."""
        switches = self.leaves + self.spines
        ports = self.hosts + self.leaves * (self.per_leaf + self.spines + 1) + self.spines * (self.leaves + 1)
        return ["-N", str(self.hosts + switches + 16), "-S", str(switches + 16), "-P", str(ports + 64)]

    def _host(self, n):
        leaf, port = self.place(n)
        return f'caguid={node_guid(n):#018x}\nCa\t1 "host{n}"\t\t# "host{n} HCA-1"\n' + _cable(1, f"leaf{leaf}", port)

    def _leaf(self, l):
        ports = self.per_leaf + self.spines
        text = f'switchguid={SWITCH_GUID_BASE + l - 1:#018x}\nSwitch\t{ports} "leaf{l}"\t\t# "leaf{l}" base port 0 lid 0 lmc 0\n'
        for n in range(1, self.hosts + 1):
            leaf, port = self.place(n)
            if leaf == l:
                text += _cable(port, f"host{n}", 1)
        for s in range(1, self.spines + 1):
            text += _cable(self.per_leaf + s, f"spine{s}", l)
        return text

    def _spine(self, s):
        guid = SWITCH_GUID_BASE + self.leaves + s - 1
        text = f'switchguid={guid:#018x}\nSwitch\t{self.leaves} "spine{s}"\t\t# "spine{s}" base port 0 lid 0 lmc 0\n'
        for l in range(1, self.leaves + 1):
            text += _cable(l, f"leaf{l}", self.per_leaf + s)
        return text


def _cable(port, remote, remote_port):
    return f'[{port}]\t"{remote}"[{remote_port}]\t\t# lid 0 4xEDR\n'
