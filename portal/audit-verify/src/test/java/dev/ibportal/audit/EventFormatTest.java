package dev.ibportal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFormatTest {
    private static final List<String> NASTY = List.of(
            "=1+1",
            "+49 30 1",
            "-2",
            "@SUM(A1)",
            "\t=1",
            " =1",
            "Normal",
            "a,\"b\"\nc",
            "'=1",
            "'quoted",
            "''",
            "\r\n",
            "007",
            "1e5",
            "2031-03-30",
            "10.77.90.2",
            "\uff1d1",
            "a\u0000b",
            " ",
            "null",
            "\ud83d\ude00 &<>");

    @ParameterizedTest
    @EnumSource(EventFormat.class)
    void whatIsWrittenIsReadAgain(EventFormat format) throws IOException {
        List<ExportedEvent> events = new ArrayList<>();
        for (String text : NASTY) {
            long id = events.size() + 1L;
            events.add(new ExportedEvent(id % 4 == 0 ? null : id, Samples.event(id, text, "[\"x\", {\"y\": null}]")));
        }

        assertThat(read(format, write(format, events))).isEqualTo(events);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"text\"", "12.50", "1E400", "true", "null", "[]", "{\"a\": {\"b\": [\"}\", \"\\u0041\"]}}"})
    void statesKeepTheirSpelling(String state) throws IOException {
        for (EventFormat format : EventFormat.values()) {
            List<ExportedEvent> events = List.of(new ExportedEvent(1L, Samples.event(1, "x", state)));
            assertThat(read(format, write(format, events))).as(format.code()).isEqualTo(events);
        }
    }

    @Test
    void noCellIsReadAsTrueOrFalse() {
        assertThat(CsvEvents.safe("TRUE")).isEqualTo("'TRUE");
        assertThat(CsvEvents.safe("False")).isEqualTo("'False");
        assertThat(CsvEvents.safe("Trueman")).isEqualTo("Trueman");
    }

    @Test
    void noCellIsRunOrReadAsANumber() {
        Map<String, String> cells = Map.of(
                "\t=1", "'\t=1",
                "\rx", "'\rx",
                "\uff1d1", "'\uff1d1",
                "fd00::1", "fd00::1",
                "10.77.90.2", "10.77.90.2",
                "007", "'007",
                "1-", "'1-",
                "5%", "'5%",
                "0x8005", "0x8005",
                "", "");
        cells.forEach((text, cell) -> {
            assertThat(CsvEvents.safe(text)).isEqualTo(cell);
            assertThat(CsvEvents.unsafe(cell)).isEqualTo(text);
        });
    }

    @Test
    void ocsfHasWhatItsClassAsksFor() throws IOException {
        byte[] line = write(EventFormat.OCSF, List.of(new ExportedEvent(7L, Samples.event(7, "x", null))));
        JsonNode event = new ObjectMapper().readTree(line);

        assertThat(event.path("class_uid").asInt()).isEqualTo(6003);
        assertThat(event.path("type_uid").asInt()).isEqualTo(600303);
        assertThat(event.path("activity_id").asInt()).isEqualTo(3);
        assertThat(event.path("time").asLong())
                .isEqualTo(Samples.event(7, "x", null).at().toEpochMilli());
        assertThat(event.at("/metadata/version").asText()).isEqualTo("1.3.0");
        assertThat(event.at("/metadata/product/vendor_name").asText()).isNotEmpty();
        assertThat(event.at("/actor/user/name").asText()).isEqualTo("olga");
        assertThat(event.at("/api/operation").asText()).isEqualTo("tenant.change");
        assertThat(event.at("/src_endpoint/ip").asText()).isEqualTo("127.0.0.1");
    }

    private static byte[] write(EventFormat format, List<ExportedEvent> events) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventSink sink = format.sink(out);
        for (ExportedEvent event : events) {
            sink.write(event);
        }
        sink.finish();
        assertThat(out.toString(StandardCharsets.UTF_8)).isNotEmpty();
        return out.toByteArray();
    }

    private static List<ExportedEvent> read(EventFormat format, byte[] bytes) throws IOException {
        List<ExportedEvent> events = new ArrayList<>();
        format.read(new ByteArrayInputStream(bytes), new EventSink() {
            @Override
            public void write(ExportedEvent event) {
                events.add(event);
            }

            @Override
            public void finish() {
                // all are there
            }
        });
        return events;
    }
}
