package dev.ibportal.opensm;

import static dev.ibportal.opensm.Confs.full;
import static dev.ibportal.opensm.Confs.ipoib;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.types.PKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The renderer never sees a tenant's name, so what is left to show is what stands in its place. */
class C10TenantNamesCannotChangeTheFabricTest {
    private static final PartitionsConf CONF = new PartitionsConf(
            Confs.LIMITED,
            List.of(
                    ipoib("0x8031", full("0x02a1f00300000031")),
                    ipoib("0x8032", full("0x02a1f00300000032")),
                    ipoib("0x8033", full("0x02a1f00300000033"))));

    private final String text = PartitionsConfRenderer.render(CONF);

    @Test
    void readsAsExactlyTheThreePartitionsAndTheDefaultOne() {
        assertThat(PartitionsConfParser.parse(text)).isEqualTo(new ParseResult.Accepted(CONF));
        assertThat(CONF.partitions()).map(PartitionRule::pkey).map(PKey::base).containsExactly(0x31, 0x32, 0x33);
    }

    @Test
    void everyNameIsSafe() {
        List<String> names = text.lines()
                .filter(line -> line.endsWith(":"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .toList();
        assertThat(names).hasSize(4).allMatch(name -> name.matches("[A-Za-z][A-Za-z0-9_-]*"));
    }

    @Test
    void allOccursInTheDefaultRuleOnly() {
        String first = text.substring(0, text.indexOf(';'));
        assertThat(first).contains("0x7fff").containsOnlyOnce("ALL");
        assertThat(text.substring(first.length())).doesNotContain("ALL");
    }
}
