package dev.ibportal.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.types.InvalidValueException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {
    @Test
    void whatIsShippedCanBeReadAndEachProfileNamesItsSources() {
        Catalogue shipped = Catalogue.shipped();

        assertThat(shipped.profiles())
                .hasSizeGreaterThan(5)
                .allSatisfy(profile -> assertThat(profile.sources())
                        .isNotEmpty()
                        .allSatisfy(source -> assertThat(source.text()).isNotBlank()));
        assertThat(shipped.profiles()).extracting(Profile::stack).contains(Stack.values());
    }

    @Test
    void whatIsWrittenIsReadAsTheSame() {
        Catalogue shipped = Catalogue.shipped();

        assertThat(Catalogue.read(shipped.write())).isEqualTo(shipped);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"profiles\": [}|no catalogue of drivers in line 1",
                "{\"profile\": []}|profile",
                "{\"profiles\": [{\"id\": \"x\", \"stack\": \"ofed\"}]}|not one of the values accepted",
            })
    void whatIsNoCatalogueIsRefusedWithTheLine(String json, String why) {
        assertThatThrownBy(() -> Catalogue.read(json))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aProfileWithoutASourceIsRefused() {
        String json = Catalogue.shipped().write().replaceAll("(?s)\"sources\" : \\[.*?\\]", "\"sources\" : [ ]");

        assertThatThrownBy(() -> Catalogue.read(json)).hasMessageContaining("names no source");
    }
}
