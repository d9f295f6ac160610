package dev.ibportal.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.opensm.Confs.Row;
import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import dev.ibportal.testing.RequiresTools;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parser says a file means is what real OpenSM puts into the ports' tables. */
@RequiresTools({"ibsim", "opensm", "smpquery"})
class OpenSmOracleIT {
    /** Some 0.2 s each: a signal, a whole sweep, and all tables read by smpquery. */
    private static final int FABRICS = 200;

    private static final Gen<List<Row>> ROWS = Confs.rows(12, SimulatedFabric.HOSTS, false);
    private static final String NO_TENANTS =
            PartitionsConfRenderer.render(new PartitionsConf(Confs.LIMITED, List.of()));
    private static final String DEFAULT = "Default=0x7fff,ipoib:ALL=limited,SELF=full;\n";

    @TempDir
    private static Path directory;

    private static SimulatedFabric fabric;

    @BeforeAll
    static void startFabric() throws IOException {
        fabric = new SimulatedFabric(directory, NO_TENANTS, "");
    }

    @AfterAll
    static void stopFabric() {
        fabric.close();
    }

    @Test
    void renderedFilesGiveTheTablesOfTheirModel() {
        Property.forAll(FABRICS, ROWS, rows -> {
            PartitionsConf conf = onFabric(Confs.conf(rows));
            assertTables(fabric, PartitionsConfRenderer.render(conf), conf);
        });
    }

    /** See {@link PortMember} for why this needs another option. */
    @Test
    void index0GivesTheTablesOfItsModelWhereOpenSmForgetsIndexes(@TempDir Path own) throws IOException {
        Gen<List<Row>> rows = Confs.rows(8, SimulatedFabric.HOSTS, true);
        try (SimulatedFabric forgetful = new SimulatedFabric(own, NO_TENANTS, "keep_pkey_indexes FALSE\n")) {
            Property.forAll(30, rows, some -> {
                PartitionsConf conf = onFabric(Confs.conf(some));
                assertTables(forgetful, PartitionsConfRenderer.render(conf), conf);
            });
        }
    }

    /** Damaged files: most are refused; what still passes must mean to OpenSM what it means to us. */
    @Test
    void damagedFilesThatPassGiveTheTablesOfTheirReading() {
        Random random = new Random(20260101);
        int passed = 0;
        for (int tries = 0; passed < 40 && tries < 20_000; tries++) {
            String intact = PartitionsConfRenderer.render(onFabric(Confs.conf(ROWS.make(random))));
            String damaged = damage(intact, random);
            if (!damaged.equals(intact)
                    && PartitionsConfParser.parse(damaged) instanceof ParseResult.Accepted accepted) {
                assertTables(fabric, damaged, accepted.conf());
                passed++;
            }
        }
        assertThat(passed).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x=0x31 , ipoib , mtu=4 : 0x0002C90300001011=full , 0x0002c90300001021=limited ;\n",
                "x = 0x31, ipoib, mtu = 4, sl = 0: 0x0002c90300001011=full, 0x0002c90300001021=limited;\n",
                "\tx=0x0031,ipoib:\t0x0002c90300001011=full\n\n# comment; with = and :\n0x0002c90300001021=limited; # end\n",
                "x=0x31,ipoib:\n0x0002c90300001011=full,\n0x0002c90300001021=limited;\n",
                "x-y_9=0x31:0x0002c90300001021=limited,0x0002c90300001011=full;\n"
            })
    void filesByOtherHandsThatPassGiveTheTablesOfTheirReading(String rules) {
        String text = DEFAULT + rules;
        assertThat(PartitionsConfParser.parse(text)).isInstanceOfSatisfying(ParseResult.Accepted.class, accepted -> {
            assertThat(accepted.conf().partitions()).hasSize(1);
            assertTables(fabric, text, accepted.conf());
        });
    }

    private static void assertTables(SimulatedFabric fabric, String text, PartitionsConf conf) {
        try {
            fabric.apply(text);
            Map<Guid, List<Integer>> tables = fabric.tables();
            Map<Guid, Set<Integer>> found = new TreeMap<>();
            tables.forEach((port, entries) -> found.put(port, new HashSet<>(entries)));
            assertThat(found).as(text).isEqualTo(expected(conf));
            conf.partitions()
                    .forEach(rule -> rule.members().stream()
                            .filter(member -> member.index0() && tables.containsKey(member.port()))
                            .forEach(member -> assertThat(tables.get(member.port()))
                                    .as("index 0 of %s in %s", member.port(), text)
                                    .startsWith(rule.pkey().tableEntry(member.membership()))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<Guid, Set<Integer>> expected(PartitionsConf conf) {
        Map<Guid, Set<Integer>> tables = new TreeMap<>();
        for (int host = 0; host < SimulatedFabric.HOSTS; host++) {
            boolean isSubnetManager = host == 0;
            MembershipType inDefault =
                    isSubnetManager ? MembershipType.FULL : conf.defaultRule().everyPort();
            tables.put(SimulatedFabric.port(host), new HashSet<>(Set.of(PKey.DEFAULT.tableEntry(inDefault))));
        }
        for (PartitionRule rule : conf.partitions()) {
            for (PortMember member : rule.members()) {
                tables.getOrDefault(member.port(), new HashSet<>())
                        .add(rule.pkey().tableEntry(member.membership()));
            }
        }
        return tables;
    }

    /** The same model with its small numbers replaced by the ports of the fabric. */
    private static PartitionsConf onFabric(PartitionsConf conf) {
        return new PartitionsConf(
                conf.defaultRule(),
                conf.partitions().stream()
                        .map(rule -> new PartitionRule(
                                rule.pkey(),
                                rule.group(),
                                rule.serviceLevel(),
                                rule.members().stream()
                                        .map(member -> new PortMember(
                                                SimulatedFabric.port(
                                                        (int) member.port().value() - 1),
                                                member.membership(),
                                                member.index0()))
                                        .toList()))
                        .toList());
    }

    private static String damage(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int slips = 1 + random.nextInt(2); slips > 0; slips--) {
            int at = random.nextInt(damaged.length());
            String token = TOKENS.get(random.nextInt(TOKENS.size()));
            switch (random.nextInt(4)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.insert(at, token);
                case 2 -> damaged.replace(at, at + 1, token);
                default -> moveLine(damaged, random);
            }
        }
        return damaged.toString();
    }

    private static final List<String> TOKENS = List.of(
            " ", "\n", "\t", "#", ",", ";", ":", "=", "0", "1", "f", "A", "full", "limited", "ipoib,", ",indx0",
            "sl=1,");

    /** Takes one line out and puts it, or its double, somewhere else. */
    private static void moveLine(StringBuilder text, Random random) {
        List<String> lines = new ArrayList<>(text.toString().lines().toList());
        String line = lines.get(random.nextInt(lines.size()));
        if (random.nextBoolean()) {
            lines.remove(line);
        }
        lines.add(random.nextInt(lines.size() + 1), line);
        text.setLength(0);
        text.append(String.join("\n", lines)).append('\n');
    }
}
