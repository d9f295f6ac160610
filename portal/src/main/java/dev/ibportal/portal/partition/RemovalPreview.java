package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.web.Ref;
import java.util.List;

/**
 * What ends when a partition is removed, and what will hold its PKey back.
 *
 * @param notes in plain words, for example which unreachable node keeps the PKey taken
 */
public record RemovalPreview(PartitionView partition, List<Member> members, List<Pool> pools, List<String> notes) {

    public record Member(Ref node, String state, String nodeState) {}

    public record Pool(Ref pool, String prefix, int addresses) {}
}
