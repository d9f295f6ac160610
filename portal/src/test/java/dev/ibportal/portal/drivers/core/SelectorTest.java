package dev.ibportal.portal.drivers.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.PciId;
import dev.ibportal.types.InvalidValueException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorTest {
    private static final NodeFacts NODE = new NodeFacts(
            UUID.randomUUID(),
            "gpu-07",
            "online",
            List.of("east", "west"),
            List.of("storage-1"),
            new NodeShape("debian", "12", "6.1.0-26-amd64", "x86_64", List.of(PciId.parse("15b3:101b"))),
            true,
            true);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|true",
                "os=debian|true",
                "OS=Debian|true",
                "os=ubuntu|false",
                "os=ubuntu,debian|true",
                "os!=ubuntu|true",
                "os!=ubuntu,debian|false",
                "kernel=6.1.*|true",
                "kernel=6.1|false",
                "kernel=*amd64|true",
                "kernel=6.1.0-26.amd64|false",
                "name=gpu-*,cpu-*|true",
                "name=cpu-* os=debian|false",
                "hca=connectx_6|true",
                "pci=15b3:101b|true",
                "pci=15b3:*|true",
                "fabric=west|true",
                "fabric!=west|false",
                "group=storage-1|true",
                "group!=*|false",
                "arch=x86_64 state=online version=12|true"
            })
    void choosesByEveryTerm(String text, boolean chosen) {
        assertThat(Selector.parse(text).test(NODE)).isEqualTo(chosen);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "debian|no condition",
                "os=|no condition",
                "=x|no condition",
                "colour=red|no fact",
                "os=a,|empty value"
            })
    void saysWhichTermIsWrong(String text, String why) {
        assertThatThrownBy(() -> Selector.parse("name=x " + text))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(why);
    }

    @Test
    void isBounded() {
        assertThatThrownBy(() -> Selector.parse("os=" + "a".repeat(1000))).hasMessageContaining("at most 1000");
    }

    /** Many stars with nothing between them would make a pattern that takes for ever. */
    @Test
    void isQuickHoweverManyStars() {
        assertThat(Selector.parse("name=" + "*".repeat(900) + "x").test(NODE)).isFalse();
    }
}
