"""The data path: one bridge per partition in the switch namespace; a limited member is an isolated bridge port."""

from . import netns


def bridge(partition):
    return f"pk{partition:04x}"


class Switch:
    """Plugs the far ends of IPoIB devices.  Two isolated ports of a bridge do not reach each other: limited and limited."""

    def __init__(self, name):
        self._netns = name
        self._bridges = set()

    def apply(self, wanted):
        """`wanted` is a list of (device, None or (partition, isolated)).  True when something was changed."""
        lines = []
        for device, place in wanted:
            if place == device.plugged:
                continue
            if place is None:
                lines.append(f"link set dev {device.peer} down")
            else:
                lines += self._plug(device, *place)
            device.plugged = place
        if lines:
            netns.batch(self._netns, lines)
        return bool(lines)

    def _plug(self, device, partition, isolated):
        lines = []
        if partition not in self._bridges:
            self._bridges.add(partition)
            lines.append(f"link add {bridge(partition)} up type bridge mcast_snooping 0")
        if device.plugged is None or device.plugged[0] != partition:
            # Down while it moves: never on a bridge with the wrong isolation.
            lines.append(f"link set dev {device.peer} down")
            lines.append(f"link set dev {device.peer} master {bridge(partition)}")
        lines.append(f"link set dev {device.peer} type bridge_slave isolated {'on' if isolated else 'off'}")
        lines.append(f"link set dev {device.peer} up")
        return lines
