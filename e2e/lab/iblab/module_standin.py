"""`modprobe` and `modinfo` on a lab host: only ib_ipoib does anything; the HCA's own modules are always there."""

import json
import sys

from . import hostroot
from . import standin_base as base

_PRESENT = {"ib_core", "ib_umad", "ib_uverbs", "rdma_cm", "mlx5_core", "mlx5_ib", "mlx4_core", "mlx4_ib"}


def main(tool, directory, host, arguments):
    flags = {a for a in arguments if a.startswith("-")}
    names = [a.replace("-", "_") for a in arguments if not a.startswith("-")]
    present = set(_PRESENT)
    with open(f"{directory}/lab.json", encoding="utf-8") as f:
        if next(h["ipoib"] for h in json.load(f)["hosts"] if h["name"] == host) != "missing":
            present.add("ib_ipoib")
    missing = [n for n in names if n not in present]
    if missing:
        return _missing(tool, missing[0], flags)
    if tool == "modinfo":
        print(
            "\n".join(
                f"filename:       /lib/modules/{hostroot.KERNEL}/kernel/{n}.ko\nname:           {n}\nintree:         Y"
                for n in names
            )
        )
        return 0
    if "ib_ipoib" in names and not flags & {"-n", "--dry-run", "--show", "-D", "--show-depends"}:
        return base.finish(base.ask(directory, "modprobe", host=host, remove=bool(flags & {"-r", "--remove"})))
    return 0


def _missing(tool, name, flags):
    if tool == "modinfo":
        sys.stderr.write(f"modinfo: ERROR: Module {name} not found.\n")
    elif not flags & {"-q", "--quiet"}:
        sys.stderr.write(f"modprobe: FATAL: Module {name} not found in directory /lib/modules/{hostroot.KERNEL}\n")
    return 1
