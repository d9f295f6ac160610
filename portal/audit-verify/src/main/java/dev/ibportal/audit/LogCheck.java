package dev.ibportal.audit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a whole log, given block by block in order: each seal, then its numbers, then {@link #endOfBlock}. Finds what was
 * removed, changed, swapped or linked anew, and says where.
 */
public final class LogCheck {
    private final Hashing hashing = new Hashing();
    private final Findings findings = new Findings();
    private final KeyRing keys;
    private final List<byte[]> leaves = new ArrayList<>();
    private final Drops drops;
    private final SealTimes times = new SealTimes();
    private @Nullable Seal seal;
    private @Nullable Seal head;
    private byte[] link = Seal.nothing();
    private long lastNumber;
    private long events;
    private long blocks;
    private long anchors;

    /** @param drops the log's events about dropped months; what they say counts as far as a key has signed it */
    public LogCheck(KeyRing keys, List<AuditRecord> drops) {
        this.keys = keys;
        this.drops = new Drops(drops, keys);
        keys.faults().forEach(fault -> findings.add("key", "keys", fault));
    }

    public void block(Seal next) {
        seal = next;
        times.block(next);
        leaves.clear();
        Seal before = head;
        String where = "block " + next.block();
        if (next.block() != (before == null ? 1 : before.block() + 1)) {
            findings.add(
                    "chain",
                    where,
                    "follows block " + (before == null ? 0 : before.block()) + "; blocks between are gone");
        }
        if (!Arrays.equals(next.previous(), before == null ? Seal.nothing() : before.hash())) {
            findings.add("chain", where, "is not linked to the block before it");
        }
        if (next.firstNumber() != (before == null ? 1 : before.lastNumber() + 1)) {
            findings.add("chain", where, "begins with number " + next.firstNumber() + ", which is not the next one");
        }
        if (!Arrays.equals(next.computedHash(), next.hash())) {
            findings.add("block", where, "its hash is not that of its contents");
        }
        if (!keys.verifies(next.keyId(), next.hash(), next.signature())) {
            findings.add("signature", where, "is not signed by key " + next.keyId());
        }
    }

    public void number(NumberedEvent row) {
        gap(row.number());
        byte[] leaf = hashing.leaf(row.number(), row.digest());
        byte[] wanted = hashing.link(link, leaf);
        if (!Arrays.equals(wanted, row.link())) {
            findings.add(
                    "relinked",
                    place(row),
                    "is not linked to number " + lastNumber + ": rows were swapped or rewritten");
        }
        link = row.link();
        lastNumber = row.number();
        leaves.add(leaf);
        events++;
        AuditRecord event = row.event();
        if (event == null) {
            if (!drops.excuses(row.number())) {
                findings.add("removed", place(row), "its event of " + row.eventAt() + " is gone");
            }
        } else if (!Arrays.equals(hashing.event(event), row.digest())) {
            findings.add(
                    "changed",
                    place(row),
                    "the event of " + event.at() + " (" + event.actorName() + ", " + event.action() + ", "
                            + event.objectKind() + " " + event.objectName() + ") is not what was sealed");
        } else {
            times.fault(event.at()).ifPresent(fault -> findings.add("time", place(row), fault));
            if (event.action().equals(DroppedMonth.ACTION)) {
                drop(row, event);
            }
        }
    }

    private void drop(NumberedEvent row, AuditRecord event) {
        if (Drops.signed(event, keys).isEmpty()) {
            findings.add("signature", place(row), "tells of a dropped month, and no key of the log has signed that");
        }
    }

    private void gap(long number) {
        if (number == lastNumber + 1) {
            return;
        }
        String which = number - lastNumber == 2
                ? "number " + (lastNumber + 1)
                : "numbers " + (lastNumber + 1) + " to " + (number - 1);
        findings.add("gap", which, number <= lastNumber ? "number " + number + " comes twice" : "missing in the log");
    }

    public void endOfBlock() {
        Seal closed = seal;
        if (closed == null) {
            throw new IllegalStateException("no block was begun");
        }
        String where =
                "block " + closed.block() + " (numbers " + closed.firstNumber() + " to " + closed.lastNumber() + ")";
        if (lastNumber != closed.lastNumber()) {
            findings.add("gap", where, "its numbers end at " + lastNumber);
        } else if (leaves.isEmpty() || !Arrays.equals(Merkle.root(hashing, leaves), closed.root())) {
            findings.add(
                    "block",
                    where,
                    "its numbers are not those that were sealed: rows were removed, changed or swapped");
        }
        drops.block(closed);
        lastNumber = closed.lastNumber();
        head = closed;
        blocks++;
    }

    /** An event that the seals should know, and do not. */
    public void unnumbered(long id, Instant at) {
        findings.add(
                "unnumbered",
                "event " + id + " of " + at,
                "has no number, and the seals should know it: it was put in afterwards, or kept out of them");
    }

    public void anchor(Anchor anchor, byte @Nullable [] hashOfBlock) {
        String where = "block " + anchor.block();
        anchors++;
        if (!keys.verifies(anchor.keyId(), anchor.hash(), anchor.signature())) {
            findings.add("signature", where, "its line in the anchor file is not signed by key " + anchor.keyId());
        } else if (hashOfBlock == null) {
            findings.add(
                    "tail",
                    where,
                    "was anchored at " + anchor.at() + " with number " + anchor.lastNumber()
                            + " and is gone: the log was cut");
        } else if (!Arrays.equals(hashOfBlock, anchor.hash())) {
            findings.add("chain", where, "is another one than was anchored at " + anchor.at());
        }
    }

    public void finding(Finding other) {
        findings.add(other.what(), other.where(), other.detail());
    }

    public LogReport finish(long unsealed) {
        drops.faults().forEach(this::finding);
        Seal last = head;
        return new LogReport(
                events,
                blocks,
                unsealed,
                last == null ? null : Anchor.of(last).line(),
                drops.gone(),
                findings.count(),
                findings.kept(),
                anchors);
    }

    private static String place(NumberedEvent row) {
        return "number " + row.number() + " (event " + row.eventId() + ")";
    }
}
