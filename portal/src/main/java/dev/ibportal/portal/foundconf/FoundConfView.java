package dev.ibportal.portal.foundconf;

import dev.ibportal.opensm.found.FoundLine.Verdict;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a file would become. Nothing of it is done.
 *
 * @param opensFabric whether OpenSM refuses the whole file, so that none of its partitions is in force today
 * @param everyPort membership of all ports in the default partition, as the file says; null: it does not
 * @param managed whether a subnet manager of the fabric is told by the portal already: its file is the portal's then
 * @param digest of all this; taking over is for exactly what was shown
 */
public record FoundConfView(
        UUID fabric,
        String name,
        String tenant,
        boolean opensFabric,
        @Nullable String everyPort,
        boolean managed,
        List<Line> lines,
        List<Partition> partitions,
        String digest) {
    public FoundConfView {
        lines = List.copyOf(lines);
        partitions = List.copyOf(partitions);
    }

    public int count(Verdict verdict) {
        return (int) lines.stream().filter(line -> line.verdict() == verdict).count();
    }

    /** @param verdict the graver of what the line says and what its port or partition would be here */
    public record Line(int number, String text, Verdict verdict, List<Reason> reasons) {
        public Line {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * @param code stable, for programs
     * @param fact what it is about
     * @param text in plain English
     */
    public record Reason(String code, String fact, String text) {}

    /** @param refusal why it cannot be made; null: it can */
    public record Partition(
            int line,
            String pkey,
            String name,
            boolean ipoib,
            int ibMtu,
            @Nullable Integer rateCode,
            int serviceLevel,
            List<Member> members,
            @Nullable Reason refusal) {
        public Partition {
            members = List.copyOf(members);
        }

        public long taken() {
            return members.stream().filter(member -> member.refusal() == null).count();
        }
    }

    /**
     * @param node null: the portal knows no such port on this fabric
     * @param refusal why it stays out; null: it becomes a member
     */
    public record Member(
            int line,
            String guid,
            String membership,
            @Nullable String node,
            @Nullable Reason refusal) {}

    /** What came of taking it over. */
    public record Taken(List<Made> partitions) {
        public Taken {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * @param id null: it was not made
     * @param problems what was not taken, and why
     */
    public record Made(String pkey, String name, @Nullable UUID id, int members, List<String> problems) {
        public Made {
            problems = List.copyOf(problems);
        }
    }
}
