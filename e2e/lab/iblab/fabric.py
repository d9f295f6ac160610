"""What the simulated ports say: state, PKey table, and which broadcast groups the subnet manager knows."""

import time

from . import mads

GROUP_RECHECK = 1.0


class PortView:
    """The last answers of one host's port.  The table is what OpenSM wrote, never what somebody asked for."""

    def __init__(self, node):
        self.node = node
        self.capacity = None
        self.info = None
        self.pkeys = ()
        self._groups = {}

    @property
    def gid_prefix(self):
        return self.info.gid_prefix or 0xFE80000000000000

    @property
    def default_key(self):
        return self.pkeys[0]

    def refresh(self, client, partitions):
        """Ask again; True when anything differs from last time."""
        with client.at(self.node):
            if self.capacity is None:
                self.capacity = client.partition_capacity()
            before = self._key()
            self.info = client.port_info()
            self.pkeys = client.pkeys(self.capacity)
            same_port = before[:2] == self._key()[:2]
            for partition in partitions:
                self._refresh_group(client, partition, fresh=not same_port)
        return self._key() != before

    def _key(self):
        return (
            self.info and self.info.key(),
            self.pkeys,
            tuple(sorted((p, mtu) for p, (mtu, _) in self._groups.items())),
        )

    def _refresh_group(self, client, partition, fresh):
        mtu, asked = self._groups.get(partition, (None, 0.0))
        now = time.monotonic()
        if mtu is not None and not fresh and now - asked < GROUP_RECHECK:
            return
        if not self.info.active or self.membership(partition) is None:
            self._groups.pop(partition, None)
            return
        try:
            self._groups[partition] = (client.broadcast_group_mtu(partition, self.info.sm_lid), now)
        except mads.MadError:
            # No subnet manager: who has joined stays joined, nobody joins.
            self._groups[partition] = (mtu, now)

    def membership(self, partition):
        """0x8000 for a full member, 0 for a limited one, None for none; a full entry wins over a limited one."""
        entries = [k for k in self.pkeys if k & 0x7FFF == partition and k != 0]
        return max(entries) & 0x8000 if entries else None

    def group_mtu(self, partition):
        return self._groups.get(partition, (None, 0.0))[0]

    def place(self, partition):
        """Where a device of this partition is plugged: (partition, isolated), or None without carrier."""
        member = self.membership(partition)
        if self.info is None or not self.info.active or member is None or self.group_mtu(partition) is None:
            return None
        return (partition, not member)
