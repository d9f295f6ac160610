"""Falsifying a command of one host, so that a test can see whether one wrong reading is believed.

An alteration lies in hosts/HOST/alter/TOOL and is a list of rules; the first whose pattern is found in the command line counts.
"""

import json
import os
import re
import sys
import time

from . import hostroot, layout
from . import standin_base as base


def add(host, tool, rule):
    path = host.alter / tool
    rules = json.loads(path.read_text()) if path.exists() else []
    layout.write_atomically(path, json.dumps([*rules, rule]))


def clear(host, tool=None):
    for path in [host.alter / tool] if tool else list(host.alter.iterdir()):
        path.unlink(missing_ok=True)


def run(directory, host_name, tool, arguments):
    host = layout.Lab.load(directory).host(host_name)
    command = [*hostroot.command_line(host, tool), *arguments]
    rule = _take(host.alter / tool, " ".join(arguments))
    if rule is None:
        os.execv(command[0], command)
    if rule.get("log"):
        with open(rule["log"], "a", encoding="utf-8") as f:
            f.write(f"{time.time():.3f} {tool} {' '.join(arguments)}\n")
    if rule.get("delay"):
        time.sleep(rule["delay"])
    if rule.get("fail") is not None:
        sys.stderr.write(rule.get("stderr", ""))
        return rule["fail"]
    if rule.get("stdout") is not None:
        sys.stdout.write(rule["stdout"])
        return 0
    if rule.get("replace") is None:
        os.execv(command[0], command)
    status, out = base.output_of(command[0], command[1:])
    pattern, text = rule["replace"]
    sys.stdout.write(re.sub(pattern, text, out.decode(), flags=re.MULTILINE))
    return status


def _take(path, line):
    """The rule for this command line, counted down where it holds for a number of calls only."""
    try:
        rules = json.loads(path.read_text())
    except FileNotFoundError:
        return None
    for rule in rules:
        if not re.search(rule.get("match", ""), line):
            continue
        if rule.get("times") is not None:
            rule["times"] -= 1
            rest = [r for r in rules if r.get("times") is None or r["times"] > 0]
            if rest:
                layout.write_atomically(path, json.dumps(rules if rule["times"] > 0 else rest))
            else:
                path.unlink(missing_ok=True)
        return rule
    return None
