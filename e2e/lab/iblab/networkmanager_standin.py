"""`nmcli` on a lab host: as much of NetworkManager as keeps InfiniBand profiles.

Profiles are read by the real NetworkManager library (`nmcli --offline`), so that a file it would refuse is refused here.
Like NetworkManager it wants a file that only its owner may read, makes the child by itself and by the old way, sets what the
profile says and nothing else, waits some seconds for carrier, and deletes a child that it made.
"""

import configparser
import json
import os
import pathlib
import subprocess
import sys
import time

from . import standin_base as base

CARRIER_WAIT = 6.0
_ACTIVATION_FAILED, _NOT_FOUND = 4, 10


class Failed(Exception):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def main(directory, host, arguments):
    base.enter_host(directory, host)
    manager = Manager(directory, host)
    words = _without_options(arguments)
    try:
        return manager.run(words) or 0
    except Failed as e:
        sys.stderr.write(f"Error: {e}\n")
        return e.status


def _without_options(arguments):
    words, skip = [], False
    for a in arguments:
        if skip:
            skip = False
        elif a in ("-f", "--fields", "-w", "--wait", "-g", "-c", "-m"):
            skip = True
        elif not a.startswith("-"):
            words.append(a)
    return words


class Manager:
    def __init__(self, directory, host):
        self._directory = directory
        self._host = host
        self._home = pathlib.Path(directory, "hosts", host)
        self._file = self._home / "networkmanager.json"
        self._state = json.loads(self._file.read_text()) if self._file.exists() else {"profiles": {}, "active": {}}

    def run(self, words):
        thing, verb, *rest = [*words, "", ""]
        rest = [w for w in rest if w]
        if "general".startswith(thing or "?"):
            print("running")
        elif "connection".startswith(thing or "?"):
            acts = {
                "load": self._load,
                "up": self._up,
                "down": self._down,
                "delete": self._delete,
                "show": self._show,
            }
            acts.update({"reload": self._reload, "autoconnect-all": self._start})
            act = acts.get(verb or "show")
            if act is None:
                raise Failed(2, f"argument '{verb}' not understood. Try passing --help instead.")
            act(rest)
            self._file.write_text(json.dumps(self._state))
        elif "device".startswith(thing or "?"):
            for active in self._state["active"].values():
                print(f"{active['device']}:infiniband:connected:{active['device']}")
        else:
            raise Failed(2, f"argument '{thing}' not understood. Try passing --help instead.")

    # --- profiles -------------------------------------------------------------------------------------------------

    def _load(self, paths):
        for path in paths:
            profile = self._read(self._home / "root" / path.lstrip("/"))
            if profile is None:
                # nmcli says so and still ends with 0.
                sys.stderr.write(f"Could not load file '{path}'\n")
            elif profile.has_section("infiniband"):
                self._state["profiles"][profile["connection"]["uuid"]] = path

    def _reload(self, _):
        self._state["profiles"] = {}
        for place in ("/etc/NetworkManager/system-connections", "/run/NetworkManager/system-connections"):
            folder = self._home / "root" / place.lstrip("/")
            self._load([f"{place}/{p.name}" for p in sorted(folder.glob("*.nmconnection"))])

    def _start(self, _):
        """Not a command of nmcli: what the service does when the machine boots."""
        self._reload(())
        for uuid in list(self._state["profiles"]):
            self._up(["uuid", uuid])

    @staticmethod
    def _read(file):
        try:
            found = file.stat()
            text = file.read_bytes()
        except OSError:
            return None
        if found.st_mode & 0o077 or found.st_uid:
            return None
        command = [base.real("nmcli"), "--offline", "connection", "modify", "connection.autoconnect", "yes"]
        done = subprocess.run(command, input=text, capture_output=True, check=False)
        if done.returncode:
            return None
        profile = configparser.RawConfigParser(strict=False)
        profile.optionxform = str
        profile.read_string(done.stdout.decode())
        return profile

    def _known(self, words):
        wanted = words[-1] if words else ""
        for uuid, path in self._state["profiles"].items():
            profile = self._read(self._home / "root" / path.lstrip("/"))
            if profile is not None and wanted in (uuid, profile["connection"]["id"]):
                return uuid, profile
        raise Failed(_NOT_FOUND, f"unknown connection '{wanted}'.")

    def _show(self, _):
        for uuid, path in self._state["profiles"].items():
            print(
                f"{pathlib.PurePath(path).stem}:{uuid}:infiniband:{self._state['active'].get(uuid, {}).get('device', '')}"
            )

    # --- devices --------------------------------------------------------------------------------------------------

    def _up(self, words):
        uuid, profile = self._known(words)
        infiniband = profile["infiniband"]
        device = profile["connection"].get("interface-name", infiniband.get("parent", "ib0"))
        made = self._make_child(device, infiniband)
        made = made or self._state["active"].get(uuid, {}).get("made", False)
        self._state["active"][uuid] = {"device": device, "made": made}
        base.ask(self._directory, "set", host=self._host, device=device, mode=infiniband["transport-mode"])
        if int(infiniband.get("mtu", "0")):
            answer = base.ask(self._directory, "set", host=self._host, device=device, mtu=int(infiniband["mtu"]))
            if answer["rc"]:
                sys.stderr.write(f"<warn> platform: {answer['stderr']}\n")
        self._addresses(device, profile)
        self._wait_for_carrier(device)
        print(
            "Connection successfully activated (D-Bus active path: /org/freedesktop/NetworkManager/ActiveConnection/1)"
        )

    def _make_child(self, device, infiniband):
        if self._device(device) is not None:
            return False
        if "p-key" not in infiniband:
            raise Failed(
                _ACTIVATION_FAILED, "Connection activation failed: No suitable device found for this connection."
            )
        request = {
            "parent": infiniband["parent"],
            "name": device,
            "pkey": int(infiniband["p-key"], 0),
            "legacy": True,
        }
        answer = base.ask(self._directory, "add", host=self._host, **request)
        if answer["rc"]:
            raise Failed(
                _ACTIVATION_FAILED,
                f"Connection activation failed: Failed to create virtual device: {answer['stderr']}",
            )
        return True

    def _device(self, name):
        devices = base.ask(self._directory, "describe", host=self._host)["devices"].values()
        return next((d for d in devices if d["name"] == name), None)

    def _addresses(self, device, profile):
        self._ip("addr", "flush", "dev", device, "scope", "global")
        disabled = profile.get("ipv6", "method", fallback="auto") == "disabled"
        pathlib.Path(f"/proc/sys/net/ipv6/conf/{device}/disable_ipv6").write_text("1" if disabled else "0")
        self._ip("link", "set", "dev", device, "up")
        for section in ("ipv4", "ipv6"):
            for key, value in profile.items(section) if profile.has_section(section) else ():
                if key.startswith("address") and key[7:].isdigit():
                    self._ip("addr", "add", value.split(",")[0], "dev", device)

    def _ip(self, *arguments):
        if base.status_of(base.real("ip"), list(arguments)):
            raise Failed(_ACTIVATION_FAILED, f"Connection activation failed: ip {' '.join(arguments)}")
        base.ask(self._directory, "sync", host=self._host)

    def _wait_for_carrier(self, device):
        end = time.monotonic() + CARRIER_WAIT
        while self._device(device)["operstate"] != "UP":
            if time.monotonic() > end:
                raise Failed(
                    _ACTIVATION_FAILED,
                    "Connection activation failed: IP configuration could not be reserved (no available address, timeout, etc.)",
                )
            time.sleep(0.05)

    def _down(self, words):
        uuid, profile = self._known(words)
        if uuid not in self._state["active"]:
            raise Failed(
                _NOT_FOUND, f"'{words[-1]}' is not an active connection.\nError: no active connection provided."
            )
        self._deactivate(uuid)
        print(f"Connection '{profile['connection']['id']}' successfully deactivated")

    def _deactivate(self, uuid):
        active = self._state["active"].pop(uuid, None)
        if active is None or self._device(active["device"]) is None:
            return
        if active["made"]:
            self._ip("link", "del", "dev", active["device"])
        else:
            self._ip("addr", "flush", "dev", active["device"], "scope", "global")

    def _delete(self, words):
        uuid, profile = self._known(words)
        self._deactivate(uuid)
        path = self._state["profiles"].pop(uuid)
        os.unlink(self._home / "root" / path.lstrip("/"))
        print(f"Connection '{profile['connection']['id']}' ({uuid}) successfully deleted.")
