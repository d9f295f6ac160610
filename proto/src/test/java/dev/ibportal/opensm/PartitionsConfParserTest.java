package dev.ibportal.opensm;

import static dev.ibportal.opensm.Confs.full;
import static dev.ibportal.opensm.Confs.ipoib;
import static dev.ibportal.opensm.Confs.limited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionsConfParserTest {
    private static final String DEFAULT = "Default=0x7fff,ipoib:ALL=limited,SELF=full;\n";
    private static final String A = "0x00000000000000a1";
    private static final String B = "0x00000000000000a2";

    @ParameterizedTest
    @MethodSource
    void acceptsWhatIsBeyondDoubt(String rules) {
        PartitionsConf conf =
                new PartitionsConf(Confs.LIMITED, List.of(ipoib("0x8031", full("0xa1"), limited("0xa2"))));
        assertThat(PartitionsConfParser.parse(DEFAULT + rules)).isEqualTo(new ParseResult.Accepted(conf));
    }

    static Stream<String> acceptsWhatIsBeyondDoubt() {
        return Stream.of(
                "x=0x31,ipoib:" + A + "=full," + B + "=limited;\n",
                "x=0x0031, ipoib, mtu=4, rate=3, sl=0 : " + A + "=full, " + B + "=limited;\n",
                "\n# two lines\nx=0x31,ipoib: # head\n\t" + A + "=full,\n\n" + B + "=limited; # end\n",
                "x=0x31,ipoib:\n" + B + "=limited\n" + A + "=full;\n");
    }

    @Test
    void readsFlags() {
        ParseResult result = PartitionsConfParser.parse(DEFAULT + "x=0x1,mtu=5,sl=7,ipoib,rate=16:" + A + "=full;\n");
        assertThat(result)
                .isEqualTo(new ParseResult.Accepted(new PartitionsConf(
                        Confs.LIMITED,
                        List.of(new PartitionRule(
                                new PKey(1),
                                Optional.of(new BroadcastGroup(IbMtu.MTU_4096, 16)),
                                7,
                                List.of(full("0xa1")))))));
    }

    @Test
    void joinsTheIndex0HalfOfAPartition() {
        ParseResult result = PartitionsConfParser.parse(
                DEFAULT + "x=0x31,ipoib:" + A + "=full;\ny=0x31,ipoib,indx0:" + B + "=limited;\n");
        PortMember atIndex0 =
                new PortMember(limited("0xa2").port(), limited("0xa2").membership(), true);
        assertThat(result)
                .isEqualTo(new ParseResult.Accepted(
                        new PartitionsConf(Confs.LIMITED, List.of(ipoib("0x8031", full("0xa1"), atIndex0)))));
    }

    @ParameterizedTest(name = "{2}: {0}")
    @MethodSource({"brokenLines", "brokenMembers", "brokenKeys", "brokenFlags"})
    void refusesWithTheLine(String rules, int line, String reason) {
        assertThat(PartitionsConfParser.parse(DEFAULT + rules))
                .isInstanceOfSatisfying(ParseResult.Refused.class, refused -> {
                    assertThat(refused.reason()).contains(reason);
                    assertThat(refused.line()).isEqualTo(line);
                    assertThat(refused).hasToString("line " + line + ": " + refused.reason());
                });
    }

    static Stream<Arguments> brokenLines() {
        return Stream.of(
                refused("x=0x31:" + A + "=full\ny=0x32:" + B + "=full;\n", 3, "is not 0x and 16 hex digits"),
                refused("x=0x31:" + A + "=full\n", 2, "no \";\" at its end"),
                refused("x=0x31:" + A + "=full;", 2, "no line end"),
                refused("x=0x31 " + A + "=full;\n", 2, "does not begin with"),
                refused("x=0x31,\nipoib:" + A + "=full;\n", 2, "does not begin with"),
                refused("x=0x31:\n" + A + "=full\n;\n", 4, "behind the last member on the same line"),
                refused("x=0x31:" + A + "=full;\r\n", 2, "CR LF"),
                refused("\ufeffx=0x31:" + A + "=full;\n", 2, "no printable ASCII"),
                refused("x\u0000=0x31:" + A + "=full;\n", 2, "byte 0x00"),
                refused("# " + "x".repeat(1000) + "\n", 2, "longer than 1000 bytes"));
    }

    static Stream<Arguments> brokenMembers() {
        return Stream.of(
                refused("x=0x31:" + A + "=full " + B + "=full;\n", 2, "is not 0x and 16 hex digits"),
                refused("x=0x31:" + A + "=full,," + B + "=full;\n", 2, "member \"\""),
                refused("x=0x31:" + A + "=full,;\n", 2, "member \"\""),
                refused("x=0x31:;\n", 2, "behind the last member"),
                refused("x=0x31:\n", 2, "no \";\""),
                refused("x=0x31:" + A + "=full;y=0x32:" + B + "=full;\n", 2, "follows the \";\""),
                refused("x=0x31:" + A + ";\n", 2, "with =full or =limited"),
                refused("x=0x31:" + A + "=Full;\n", 2, "with =full or =limited"),
                refused("x=0x31:" + A + "=;\n", 2, "with =full or =limited"),
                refused("x=0x31:" + A + "=both;\n", 2, "with =full or =limited"),
                refused("x=0x31:0xa1=full;\n", 2, "is not 0x and 16 hex digits"),
                refused("x=0x31:00000000000000a1=full;\n", 2, "is not 0x and 16 hex digits"),
                refused("x=0x31:0x0000000000000000=full;\n", 2, "zero and all ones"),
                refused("x=0x31:ALL=full;\n", 2, "\"ALL\" is no port"),
                refused("x=0x31:ALL_CAS=full;\n", 2, "is not 0x and 16 hex digits"),
                refused("x=0x31:" + A + "=full," + A + "=limited;\n", 2, "listed twice"),
                refused("x=0x31:" + A + "=full;\ny=0x31:" + B + "=full;\n", 3, "has a rule already, on line 2"),
                refused("x=0x31,ipoib:" + A + "=full;\ny=0x31,indx0:" + B + "=full;\n", 3, "has a rule already"),
                refused("x=0x31:" + A + "=full;\ny=0x31,indx0:" + A + "=full;\n", 3, "listed twice"),
                refused("x=0x31,indx0:" + A + "=full;\ny=0x32,indx0:" + A + "=full;\n", 1, "at index 0"));
    }

    static Stream<Arguments> brokenKeys() {
        return Stream.of(
                refused("x:" + A + "=full;\n", 2, "PKey \"\""),
                refused("x=0x0:" + A + "=full;\n", 2, "PKey \"0x0\""),
                refused("x=0x8000:" + A + "=full;\n", 2, "PKey \"0x8000\""),
                refused("x=0x9001:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=0xffff:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=-1:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=0x12345:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=01001:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=4097:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("x=0xZZ:" + A + "=full;\n", 2, "is not 0x0001 to 0x7fff"),
                refused("10gate=0x31:" + A + "=full;\n", 2, "partition name \"10gate\""),
                refused("Ünal=0x31:" + A + "=full;\n", 2, "no printable ASCII"),
                refused("a b=0x31:" + A + "=full;\n", 2, "partition name \"a b\""),
                refused("=0x31:" + A + "=full;\n", 2, "partition name \"\""));
    }

    static Stream<Arguments> brokenFlags() {
        return Stream.of(
                refused("x=0x31,IPoIB:" + A + "=full;\n", 2, "flag \"IPoIB\""),
                refused("x=0x31,i:" + A + "=full;\n", 2, "flag \"i\""),
                refused("x=0x31,defmember=full:" + A + "=full;\n", 2, "flag \"defmember=full\""),
                refused("x=0x31,ipoib,mtu=2048:" + A + "=full;\n", 2, "not a plain decimal"),
                refused("x=0x31,ipoib,mtu=0:" + A + "=full;\n", 2, "MTU code 0"),
                refused("x=0x31,ipoib,mtu=9:" + A + "=full;\n", 2, "MTU code 9"),
                refused("x=0x31,ipoib,rate=1:" + A + "=full;\n", 2, "rate code 1"),
                refused("x=0x31,ipoib,rate=99:" + A + "=full;\n", 2, "rate code 99"),
                refused("x=0x31,ipoib,sl=16:" + A + "=full;\n", 2, "service level 16"),
                refused("x=0x31,ipoib,sl=:" + A + "=full;\n", 2, "not a plain decimal"),
                refused("x=0x31,ipoib,ipoib:" + A + "=full;\n", 2, "given twice"),
                refused("x=0x31,ipoib=1:" + A + "=full;\n", 2, "flag \"ipoib=1\""),
                refused("x=0x31,mtu=4:" + A + "=full;\n", 2, "needs the flag ipoib"),
                refused("x=0x31,:" + A + "=full;\n", 2, "flag \"\""),
                refused("x=0x31,ipoib:mgid=ff12::1;\n", 2, "is not 0x and 16 hex digits"),
                refused("D=0x7fff:ALL=full,SELF=full;\n", 2, "0x7fff must be exactly"));
    }

    private static Arguments refused(String rules, int line, String reason) {
        return Arguments.of(rules, line, reason);
    }

    @ParameterizedTest
    @MethodSource
    void refusesFilesWithoutAnExactDefaultRule(String text, String reason) {
        assertThat(PartitionsConfParser.parse(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        ParseResult.Refused.class,
                        refused -> assertThat(refused.reason()).contains(reason));
    }

    static Stream<Arguments> refusesFilesWithoutAnExactDefaultRule() {
        return Stream.of(
                Arguments.of("", "the file is empty"),
                Arguments.of("# nothing\n\n", "no rule for the default partition"),
                Arguments.of("x=0x31:" + A + "=full;\n", "no rule for the default partition"),
                Arguments.of("Default=0x7fff:SELF=full;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff:ALL=full;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff:SELF=full,ALL=limited;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff:ALL=full,SELF=limited;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff:ALL=full,SELF=full," + A + "=full;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff,indx0:ALL=full,SELF=full;\n", "0x7fff must be exactly"),
                Arguments.of("Default=0x7fff:;\n", "behind the last member"));
    }
}
