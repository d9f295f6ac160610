package dev.ibportal.opensm;

import static dev.ibportal.opensm.Confs.full;
import static dev.ibportal.opensm.Confs.ipoib;
import static dev.ibportal.opensm.Confs.limited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.types.MembershipType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class C11NeverRelyOnDefaultsTest {
    @ParameterizedTest
    @EnumSource
    void withoutTenantsThereIsOneRuleThatNamesSelfAndAll(MembershipType everyPort) {
        PartitionsConf conf = new PartitionsConf(DefaultRule.of(everyPort), List.of());

        String text = PartitionsConfRenderer.render(conf);

        assertThat(text)
                .containsOnlyOnce(";")
                .containsOnlyOnce("=0x7fff,")
                .containsOnlyOnce("SELF=full")
                .containsOnlyOnce("ALL=" + everyPort.text());
        assertThat(PartitionsConfParser.parse(text)).isEqualTo(new ParseResult.Accepted(conf));
    }

    @Test
    void everyMemberCarriesItsMembershipAndTheRuleItsFlag() {
        PartitionsConf conf = new PartitionsConf(
                Confs.LIMITED, List.of(ipoib("0x8041", full("0xa1"), full("0xa2"), limited("0xa3"), full("0xa4"))));

        String text = PartitionsConfRenderer.render(conf);

        assertThat(text.substring(text.indexOf("t8041"))).isEqualTo("""
                t8041=0x0041,ipoib,mtu=4,rate=3,sl=0:
                0x00000000000000a1=full,
                0x00000000000000a2=full,
                0x00000000000000a3=limited,
                0x00000000000000a4=full;
                """);
        assertThat(PartitionsConfParser.parse(text)).isEqualTo(new ParseResult.Accepted(conf));
    }
}
