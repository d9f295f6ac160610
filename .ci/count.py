"""Prints the number of tests per suite and in all; fails if one failed, was skipped, or none ran."""

import glob
import sys
import xml.etree.ElementTree as ElementTree


def count(path):
    suite = ElementTree.parse(path).getroot()
    total, failures, errors, skipped = (int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped"))
    failed = failures + errors
    names = [
        (case.get("classname"), case.get("name"), case.find("skipped").get("message") or "")
        for case in suite.iter("testcase")
        if case.find("skipped") is not None
    ]
    broken = [
        (case.get("classname"), case.get("name"), (fault.get("message") or "").strip().replace("\n", " ")[:300])
        for case in suite.iter("testcase")
        for fault in case.findall("failure") + case.findall("error")
    ]
    return suite.get("name"), max(total - failed - skipped, 0), failed, skipped, names, broken


def main():
    rows = []
    for kind in ("surefire", "failsafe"):
        for path in sorted(glob.glob(f"**/target/{kind}-reports/TEST-*.xml", recursive=True)):
            rows.append((path.split("/target/")[0].split("/")[-1], *count(path)))
    rows.sort()
    print("\nTests per suite (passed, failed, skipped)")
    for module, suite, passed, failed, skipped, *_ in rows:
        print(f"  {module:14} {passed:6} {failed:4} {skipped:4}  {suite}")
    for *_, names, broken in rows:
        for suite, test, reason in names:
            print(f"skipped: {suite}.{test}: {reason}")
        for suite, test, message in broken:
            print(f"failed: {suite}.{test}: {message}")
    passed, failed, skipped = (sum(row[i] for row in rows) for i in (2, 3, 4))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed and not skipped else 1


sys.exit(main())
