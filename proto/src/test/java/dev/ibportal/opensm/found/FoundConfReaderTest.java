package dev.ibportal.opensm.found;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.found.FoundLine.Verdict;
import dev.ibportal.types.MembershipType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What OpenSM 3.3.23 was seen to do with each input, line by line. */
class FoundConfReaderTest {
    private static final String A = "0x02a1f00300000001";
    private static final String B = "0x02a1f00300000002";

    private static List<String> members(FoundConf conf) {
        return conf.rules().stream()
                .flatMap(rule -> rule.members().stream()
                        .map(member -> rule.pkey() + " " + member.port() + " "
                                + member.membership().text()))
                .toList();
    }

    private static List<Doubt> doubts(FoundConf conf, int line) {
        return conf.lines().get(line - 1).reasons().stream()
                .map(Doubt.Reason::doubt)
                .toList();
    }

    private static FoundConf one(String header, String list) {
        return FoundConfReader.read("Default=0x7fff,ipoib: ALL=limited, SELF=full;\n" + header + ":\n" + list + ";\n");
    }

    @Test
    void aCleanFileIsTakenWhole() {
        FoundConf conf = one("red=0x0021,ipoib,mtu=5,rate=7,sl=2", A + "=full,\n" + B + "=limited");

        assertThat(conf.opensFabric()).isFalse();
        assertThat(conf.everyPort()).isEqualTo(MembershipType.LIMITED);
        assertThat(members(conf)).containsExactly("0x8021 " + A + " full", "0x8021 " + B + " limited");
        assertThat(conf.rules().get(0).name()).isEqualTo("red");
        assertThat(conf.rules().get(0).serviceLevel()).isEqualTo(2);
        assertThat(conf.rules().get(0).rateCode()).isEqualTo(7);
        assertThat(conf.lines())
                .filteredOn(line -> !line.text().isEmpty())
                .allMatch(line -> line.verdict() == Verdict.TAKEN);
    }

    /** Everything but the header's and the list's own line is clean. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x=0xZZ | BAD_PKEY | true",
                "x=1a2b | BAD_PKEY | true",
                "5x | BAD_NAME | true",
                "x | NO_PKEY | false",
                "x=0x8000 | NO_PKEY | false",
                "x=0x9001 | BIT_15 | false",
                "x=0x12345 | MORE_THAN_16_BITS | false",
                "x=01001 | NUMBER_BASE | false",
                "x=4097 | NUMBER_BASE | false",
                "x=0x1001,bogus=7 | UNKNOWN_FLAG | false",
                "x=0x1001,ipoib_flag | UNKNOWN_FLAG | false",
                "x=0x1001,i | SHORT_FLAG | false",
                "x=0x1001,d=full | SHORT_FLAG | false",
                "x=0x1001,ipoib,mtu=2048 | NO_GROUP | false",
                "x=0x1001,ipoib,rate=99 | NO_GROUP | false",
                "x=0x1001,defmember=Full | SILENTLY_LIMITED | false",
                "x=0x1001,scope=5 | FLAG_LEFT_OUT | false"
            })
    void oddHeadersAreDoubted(String header, Doubt doubt, boolean opens) {
        FoundConf conf = one(header, A + "=full");

        assertThat(doubts(conf, 2)).contains(doubt);
        assertThat(conf.opensFabric()).isEqualTo(opens);
        assertThat(conf.lines().get(1).verdict()).isEqualTo(doubt.verdict());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0x02a1f00300000001=Full | SILENTLY_LIMITED | false | limited",
                "0x02a1f00300000001=f | SILENTLY_FULL | false | full",
                "0x02a1f00300000001= | SILENTLY_FULL | false | full",
                "0x02a1f00300000001=both | SILENTLY_FULL | false | full",
                "0x02a1f00300000001 | NOT_SAID | false | limited",
                "02a1f00300000001=full | BAD_MEMBER | true | ",
                "all=full | BAD_MEMBER | true | ",
                "ALL=full | NOT_OURS | false | ",
                "A=full | NOT_OURS | false | ",
                "0x0=full | NO_PORT | false | ",
                "0x02a1f00300000001 0x02a1f00300000002 | BAD_MEMBER | true | ",
                "0x02a1f00300000001=full 0x02a1f00300000002=full | LOST | false | limited"
            })
    void oddMembersAreDoubted(String list, Doubt doubt, boolean opens, String membership) {
        FoundConf conf = one("x=0x1001", list);

        assertThat(doubts(conf, 3)).contains(doubt);
        assertThat(conf.opensFabric()).isEqualTo(opens);
        assertThat(members(conf)).isEqualTo(membership == null ? List.of() : List.of("0x9001 " + A + " " + membership));
    }

    @Test
    void whatIsWrongWithLinesIsToldAtTheLine() {
        assertThat(doubts(FoundConfReader.read("x=0x1001:\r\n" + A + "=full;\n"), 1))
                .contains(Doubt.CARRIAGE_RETURN);
        assertThat(doubts(FoundConfReader.read("x=0x1001:\n" + A + "=full\ny=0x1002:\n" + B + "=full;\n"), 3))
                .contains(Doubt.NO_SEMICOLON);
        assertThat(doubts(FoundConfReader.read("x=0x1001:\n" + A + "=full\n;\n"), 3))
                .contains(Doubt.SEMICOLON_ALONE);
        assertThat(doubts(FoundConfReader.read("just text\n"), 1)).contains(Doubt.NO_HEADER);
        assertThat(doubts(FoundConfReader.read("x=0x1001:\n" + A + "=full\n"), 1))
                .contains(Doubt.CUT_OFF);
        assertThat(doubts(FoundConfReader.read("x=0x1001: " + (A + "=full,").repeat(200) + ";\n"), 1))
                .contains(Doubt.TOO_LONG);
    }

    @Test
    void theLastOfTwoCountsAndTwoRulesAreOne() {
        FoundConf conf = FoundConfReader.read("x=0x1001: " + A + "=full;\ny=0x9001: " + A + "=limited;\n");

        assertThat(members(conf)).containsExactly("0x9001 " + A + " limited");
        assertThat(doubts(conf, 1)).contains(Doubt.LAST_WINS);
        assertThat(doubts(conf, 2)).contains(Doubt.SAME_PKEY);
    }

    @Test
    void aNameCannotSmuggleARuleIn() {
        FoundConf conf = FoundConfReader.read("x=0x7fff:ALL=full;y=0x1001: " + A + "=full;\n");

        assertThat(conf.everyPort()).isEqualTo(MembershipType.FULL);
        assertThat(members(conf)).containsExactly("0x9001 " + A + " full");
    }

    @Test
    void fullMembershipOfEveryPortInTheDefaultPartitionIsNotLostInPassing() {
        FoundConf open = FoundConfReader.read("Default=0x7fff,ipoib:ALL=full;\n");
        FoundConf shut = FoundConfReader.read("Default=0x7fff,ipoib:ALL=limited,SELF=full;\n");

        assertThat(open.losses(everyPort(MembershipType.LIMITED)))
                .singleElement()
                .asString()
                .contains("(full) of every port");
        assertThat(open.losses(everyPort(MembershipType.FULL))).isEmpty();
        assertThat(shut.losses(everyPort(MembershipType.LIMITED))).isEmpty();
    }

    private static PartitionsConf everyPort(MembershipType membership) {
        return new PartitionsConf(DefaultRule.of(membership), List.of());
    }
}
