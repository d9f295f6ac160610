"""The lab's own process: runs the simulator and OpenSM, and keeps data path and sysfs trees in step with the port tables.

One thread, one loop.  It wakes up for a request on its control socket, for a link event in a host's namespace, and ten
times a second to ask the ports.
"""

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
import time

from . import ip_answers, ipoib, layout, mads, netns, procs, simclient, sysfs, topology
from .fabric import PortView
from .opensm import OpenSm
from .simulator import CLIENT_ID, Simulator
from .switch import Switch

TICK = 0.1
HIGHEST_PRIORITY = 15


class HostState:
    def __init__(self, lab, host):
        self.host = host
        self.kernel = ipoib.HostKernel(host, lab.switch_netns)
        self.port = PortView(host.name)
        self.tree = sysfs.Tree(host.sys, lab.run)
        self.overrides = {}
        self.plugged_in = True


class Server:
    def __init__(self, lab):
        self._lab = lab
        self._sel = selectors.DefaultSelector()
        self._sim = Simulator(lab)
        self._sms = {host: OpenSm(lab, host) for host in lab.sm_hosts}
        self._priority = HIGHEST_PRIORITY
        self._client = simclient.SimClient(CLIENT_ID)
        self._switch = Switch(lab.switch_netns)
        self._hosts = {name: HostState(lab, host) for name, host in lab.hosts.items()}
        self._running = True
        self._watched = None
        self._slow_tick = 0.0

    # --- life -----------------------------------------------------------------------------------------------------

    def run(self, watched_pid):
        if watched_pid:
            self._watched = (watched_pid, procs.start_time(watched_pid))
        self._listen()
        for state in self._hosts.values():
            self._boot(state)
            self._sel.register(state.kernel.rtnl.events, selectors.EVENT_READ, (self._on_link_event, state))
        self._serve()
        for sm in self._sms.values():
            sm.stop()
        self._sim.stop()

    def _listen(self):
        self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._sock.bind(str(self._lab.socket))
        self._sock.listen(64)
        self._sel.register(self._sock, selectors.EVENT_READ, (self._on_connection, None))
        self._wake = wake_read, wake_write = socket.socketpair()
        wake_read.setblocking(False)
        wake_write.setblocking(False)
        signal.set_wakeup_fd(wake_write.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._on_term)
        self._sel.register(wake_read, selectors.EVENT_READ, (self._on_signal, wake_read))

    def _boot(self, state):
        if not state.host.is_infiniband:
            self._cable(state, False)
        state.port.refresh(self._client, ())
        if state.host.settings["ipoib"] == "loaded":
            state.kernel.load(state.port.default_key)
        self._sync(state)

    def _serve(self):
        next_tick = time.monotonic()
        while self._running:
            for key, _ in self._sel.select(max(0.0, next_tick - time.monotonic())):
                act, argument = key.data
                act(argument)
            if time.monotonic() >= next_tick:
                self._tick()
                next_tick = time.monotonic() + TICK

    def _on_term(self, *_):
        self._running = False

    def _on_signal(self, wake):
        with contextlib.suppress(BlockingIOError):
            wake.recv(4096)
        for sm in self._sms.values():
            sm.pid()

    def _tick(self):
        for state in self._hosts.values():
            self._poll(state)
        if time.monotonic() - self._slow_tick > 1.0:
            self._slow_tick = time.monotonic()
            self._housekeeping()

    def _housekeeping(self):
        if self._sim.tools_ran_since(time.time() - 3.0):
            self._sim.free_places_of_dead_clients()
        if self._watched and procs.start_time(self._watched[0]) != self._watched[1]:
            os.execv(
                layout.PYTHON, [layout.PYTHON, "-IS", str(layout.TOOLS / "lab"), "down", "--dir", str(self._lab.dir)]
            )

    # --- keeping in step ------------------------------------------------------------------------------------------

    def _poll(self, state):
        partitions = {d.partition for d in state.kernel.devices.values()}
        try:
            if state.port.refresh(self._client, partitions):
                self._sync(state)
        except ConnectionRefusedError:
            sys.exit("the simulator has ended; its last words are in log/ibsim.log")
        except mads.MadError as e:
            print(f"{state.host.name}: {e}", file=sys.stderr, flush=True)
            self._sim.free_places_of_dead_clients()

    def _on_link_event(self, state):
        state.kernel.rtnl.drain_events()
        self._sync(state)

    def _sync(self, state):
        """Make one host's devices and sysfs tree what its port and its links say."""
        kernel, port = state.kernel, state.port
        links = kernel.rtnl.links()
        kernel.forget_vanished(links)
        kernel.hear_mtus(links)
        if kernel.follow_parent(links):
            links = kernel.rtnl.links()
        for device in kernel.devices.values():
            if not device.parent and port.default_key:
                device.key = port.default_key | 0x8000
            group_mtu = port.group_mtu(device.partition)
            if (
                links[device.index].up
                and port.place(device.partition)
                and group_mtu != device.group_mtu + ipoib.HEADER
            ):
                device.joined(group_mtu)
        changed = self._switch.apply([(d, port.place(d.partition)) for d in kernel.devices.values()])
        changed |= kernel.settle(links)
        if changed:
            links = kernel.rtnl.links()
        self._write_tree(state, links)

    def _write_tree(self, state, links):
        files = sysfs.render(state.kernel, state.port, links)
        for path, value in state.overrides.items():
            if value is None:
                files.pop(path, None)
            else:
                files[path] = value
        state.tree.write(files)

    def _refresh(self, state):
        """A device was made or changed: find out about its group before anybody looks at it."""
        self._poll(state)
        self._sync(state)

    # --- requests -------------------------------------------------------------------------------------------------

    def _on_connection(self, _):
        connection, _ = self._sock.accept()
        with connection:
            connection.settimeout(5)
            try:
                request = json.loads(connection.makefile("rb").readline())
                answer = getattr(self, f"do_{request.pop('do')}")(**request)
            except ipoib.Refused as e:
                answer = {"rc": e.status, "stderr": str(e)}
            except Exception as e:  # the lab's own fault: told to who asked, and the lab goes on
                print(f"request failed: {e!r}", file=sys.stderr, flush=True)
                answer = {"rc": 99, "stderr": f"lab: {e}"}
            with contextlib.suppress(OSError):
                connection.sendall(
                    answer if isinstance(answer, bytes) else json.dumps(answer or {"rc": 0}).encode() + b"\n"
                )

    def do_ping(self):
        return {"rc": 0, "pid": os.getpid()}

    def do_add(self, host, parent, name, pkey, mode="datagram", umcast=0, legacy=False):
        state = self._hosts[host]
        state.kernel.add_child(parent, name, pkey, mode, umcast, legacy, state.port.default_key)
        self._refresh(state)

    def do_set(self, host, device, mtu=None, mode=None, umcast=None):
        state = self._hosts[host]
        found = state.kernel.find(device)
        if mode is not None:
            found.set_mode(mode)
        if umcast is not None:
            found.umcast = umcast
        if mtu is not None:
            found.set_mtu(mtu)
        self._refresh(state)

    def do_sync(self, host=None):
        for state in [self._hosts[host]] if host else self._hosts.values():
            self._refresh(state)

    def do_ip_show(self, host, words, out):
        return ip_answers.show(words, out, self, host).encode()

    def do_ip_change(self, host, words):
        """Answered with words, each with a zero byte behind it: end STATUS COMPLAINT, or what the real `ip` is to do."""
        try:
            left, ours = ip_answers.change(words, self, host)
        except ipoib.Refused as e:
            return _words("end", str(e.status), str(e))
        if left is None:
            return _words("end", "0", "")
        return _words("run" if ours else "real", *left)

    def do_ip_changed(self, host):
        self._refresh(self._hosts[host])
        return _words("end", "0", "")

    def device(self, host, name):
        """The IPoIB device of that name; None for any other device."""
        return self._hosts[host].kernel.find(name)

    def do_describe(self, host):
        return {"rc": 0, "devices": self.described_devices(host)}

    def described_devices(self, host):
        """What the real `ip` cannot know about this host's links, by interface index."""
        state = self._hosts[host]
        links = state.kernel.rtnl.links()
        devices = {}
        for d in state.kernel.devices.values():
            if d.index in links:
                devices[str(d.index)] = {
                    "address": sysfs.address_text(d.address(state.port.gid_prefix)),
                    "broadcast": sysfs.address_text(d.broadcast()),
                    "operstate": sysfs.operstate(links[d.index], d).upper(),
                    "key": f"{d.key:#06x}",
                    "mode": d.mode,
                    "umcast": f"{d.umcast:04x}",
                    "name": links[d.index].name,
                    "parent": links[d.parent.index].name if d.parent else None,
                    "parent_up": links[d.parent.index].up if d.parent else True,
                    "slot": state.kernel.hca.slot,
                }
        return devices

    def hardware_addresses(self):
        """Of all IPoIB devices, by what the real `ip` takes for them."""
        return {
            sysfs.address_text(d.mac): sysfs.address_text(d.address(s.port.gid_prefix))
            for s in self._hosts.values()
            for d in s.kernel.devices.values()
        }

    def do_modprobe(self, host, remove):
        state = self._hosts[host]
        done = state.kernel.unload() if remove else state.kernel.load(state.port.default_key)
        self._refresh(state)
        return {"rc": 0, "found": done is not False}

    def do_cable(self, host, plugged):
        self._cable(self._hosts[host], plugged)
        self._refresh(self._hosts[host])

    def _cable(self, state, plugged):
        if state.plugged_in != plugged:
            self._sim.cable(state.port.node, plugged)
            state.plugged_in = plugged

    def do_card(self, host, guid=None, slot=None, device=None):
        """Another card in the host, or the same one elsewhere.

        A GUID that a port on the fabric has makes the card that port; of any other the fabric is not told.
        """
        state = self._hosts[host]
        loaded = state.kernel.loaded
        state.kernel.unload()
        state.kernel.change_card(guid, slot, device)
        if guid is not None:
            there = topology.node_of_port(guid, len(self._hosts) + self._lab.bystanders)
            state.port = PortView(there or state.host.name)
            state.port.refresh(self._client, ())
        if loaded:
            state.kernel.load(state.port.default_key)
        self._refresh(state)

    def do_console(self, command):
        return {"rc": 0, "output": self._sim.command(command)}

    def do_override(self, host, path, value):
        self._hosts[host].overrides[path] = value
        self._sync(self._hosts[host])

    def do_clear_overrides(self, host):
        self._hosts[host].overrides.clear()
        self._sync(self._hosts[host])

    def do_sm(self, action, host=None):
        sm = self._sms[host or self._lab.sm_host]
        offset = sm.log_size()
        if action == "kill":
            sm.kill()
            self._sim.free_places_of_dead_clients()
        elif action == "stop":
            sm.stop()
        elif action == "start" and sm.pid() is None:
            sm.start(self._next_priority())
        return {"rc": 0, "pid": sm.pid(), "log": str(sm.log), "offset": offset}

    def _next_priority(self):
        """Lower than all that run: with the simulator, one that rules cannot hand the fabric over to a newcomer."""
        if not any(sm.pid() for sm in self._sms.values()):
            self._priority = HIGHEST_PRIORITY
        if self._priority < 0:
            raise ipoib.Refused("no priority is left below that of the OpenSM that rules; stop both and start them anew")
        self._priority -= 1
        return self._priority + 1

    def do_state(self):
        """Everything, for people and tests."""
        return {"rc": 0, "sm_pid": self._sms[self._lab.sm_host].pid(), "hosts": {n: self._state_of(s) for n, s in self._hosts.items()}}

    def _state_of(self, state):
        links = state.kernel.rtnl.links()
        devices = [
            {
                "name": links[d.index].name,
                "key": f"{d.key:#06x}",
                "mode": d.mode,
                "mtu": d.mtu,
                "plugged": d.plugged and {"partition": f"{d.plugged[0]:#06x}", "limited": d.plugged[1]},
                "carrier": links[d.index].carrier,
            }
            for d in state.kernel.devices.values()
            if d.index in links
        ]
        return {
            "cable": state.plugged_in,
            "state": state.port.info.state_text,
            "lid": state.port.info.lid,
            "pkeys": [f"{k:#06x}" for k in state.port.pkeys if k],
            "ib_ipoib": state.kernel.loaded,
            "devices": devices,
        }


def _words(*words):
    return b"".join(word.encode() + b"\0" for word in words)


def main(directory, watched_pid):
    lab = layout.Lab.load(directory)
    netns.enter(lab.switch_netns)
    server = Server(lab)
    server.run(watched_pid)
