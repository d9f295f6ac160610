package dev.ibportal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.testing.Gen;
import dev.ibportal.testing.Property;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PKeyTest {
    private static final Gen<Integer> BASES = Gen.ints(1, 0x7ffe);

    @Test
    void everyTableEntryIsReadBackFromItsText() {
        Property.forAll(BASES, base -> {
            PKey pkey = new PKey(base);
            assertThat(PKey.parse(pkey.toString())).isEqualTo(pkey);
            assertThat(PKey.parse("0X" + Integer.toHexString(base))).isEqualTo(pkey);
            assertThat(PKey.of(pkey.full())).isEqualTo(pkey);
            assertThat(PKey.of(pkey.limited())).isEqualTo(pkey);
        });
    }

    @Test
    void membershipIsBit15OfTheTableEntry() {
        PKey pkey = PKey.parse("0x0005");
        assertThat(pkey.tableEntry(MembershipType.FULL)).isEqualTo(0x8005);
        assertThat(pkey.tableEntry(MembershipType.LIMITED)).isEqualTo(0x0005);
        assertThat(MembershipType.ofTableEntry(0x8005)).isEqualTo(MembershipType.FULL);
        assertThat(MembershipType.ofTableEntry(0x0005)).isEqualTo(MembershipType.LIMITED);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 0x8000, 0x10000, 0x18022, Integer.MIN_VALUE})
    void refusesNumbersThatNameNoPartition(int value) {
        assertThatThrownBy(() -> PKey.of(value)).isInstanceOf(InvalidValueException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-5, 0, 0x8000})
    void refusesBasesOutside15Bits(int base) {
        assertThatThrownBy(() -> new PKey(base)).hasMessageContaining(Integer.toString(base));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x8022\n", "0x80 22", "x8022", "0x8022L", "0x00021", "\u00a00x8022", "0x-1"})
    void refusesWhatOnlyLooksLikeAPKey(String text) {
        assertThatThrownBy(() -> PKey.parse(text)).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void sortsByValue() {
        assertThat(Stream.of("0x8010", "0x800a", "0xfffe", "0x8009")
                        .map(PKey::parse)
                        .sorted())
                .map(PKey::toString)
                .containsExactly("0x8009", "0x800a", "0x8010", "0xfffe");
    }

    @Test
    void namesOfTheHostUseTheFullForm() {
        assertThat(PKey.parse("0xa").hex()).isEqualTo("800a");
    }
}
