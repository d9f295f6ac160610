package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class C24OrderedByValueTest {
    @Test
    void addresses() {
        assertThat(Stream.of(
                                "10.77.0.10",
                                "10.77.0.9",
                                "10.77.0.100",
                                "9.255.255.254",
                                "fd00:77::10",
                                "fd00:77::9",
                                "fd00:77::a")
                        .map(IpAddress::parse)
                        .sorted())
                .map(IpAddress::toString)
                .containsExactly(
                        "9.255.255.254",
                        "10.77.0.9",
                        "10.77.0.10",
                        "10.77.0.100",
                        "fd00:77::9",
                        "fd00:77::a",
                        "fd00:77::10");
    }

    @Test
    void prefixes() {
        assertThat(Stream.of("10.77.0.0/24", "10.77.0.0/16", "10.8.0.0/16")
                        .map(IpPrefix::parse)
                        .sorted())
                .map(IpPrefix::toString)
                .containsExactly("10.8.0.0/16", "10.77.0.0/16", "10.77.0.0/24");
    }
}
