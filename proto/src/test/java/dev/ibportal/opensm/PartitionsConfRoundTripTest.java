package dev.ibportal.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.testing.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionsConfRoundTripTest {
    @Test
    void whatIsRenderedReadsAsTheSameModel() {
        Property.forAll(2000, Confs.rows(12, 6, true), rows -> {
            PartitionsConf conf = Confs.conf(rows);
            assertThat(PartitionsConfParser.parse(PartitionsConfRenderer.render(conf)))
                    .isEqualTo(new ParseResult.Accepted(conf));
        });
    }

    @Test
    void theOrderOfTheWishesDoesNotChangeTheText() {
        Property.forAll(Confs.rows(12, 6, true), rows -> {
            PartitionsConf conf = Confs.conf(rows);
            List<PartitionRule> shuffled = new ArrayList<>(conf.partitions());
            Collections.shuffle(shuffled, new Random(1));
            assertThat(PartitionsConfRenderer.render(new PartitionsConf(conf.defaultRule(), shuffled)))
                    .isEqualTo(PartitionsConfRenderer.render(conf));
        });
    }

    /** OpenSM may read a half-written file at any sweep; a part must never pass for the whole. */
    @Test
    void aTruncatedFileIsRefusedOrEndsAtARule() {
        Property.forAll(200, Confs.rows(6, 4, true), rows -> {
            String text = PartitionsConfRenderer.render(Confs.conf(rows));
            for (int length = 0; length < text.length(); length++) {
                String part = text.substring(0, length);
                assertThat(PartitionsConfParser.parse(part) instanceof ParseResult.Accepted)
                        .as(part)
                        .isEqualTo(part.stripTrailing().endsWith(";") && part.endsWith("\n"));
            }
        });
    }

    @Test
    void thirtyThousandPartitionsAreRenderedAndReadQuickly() {
        List<PartitionRule> rules = new ArrayList<>();
        for (int base = 1; base <= 30_000; base++) {
            rules.add(Confs.ipoib(String.format("0x%04x", base), Confs.full("0x1"), Confs.limited("0x2")));
        }
        PartitionsConf conf = new PartitionsConf(Confs.LIMITED, rules);
        assertThat(PartitionsConfParser.parse(PartitionsConfRenderer.render(conf)))
                .isEqualTo(new ParseResult.Accepted(conf));
    }
}
