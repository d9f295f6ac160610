package dev.ibportal.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;

/** How an export writes its events. */
public enum EventFormat {
    /** For people and spreadsheets. */
    CSV("csv", "events.csv", "text/csv") {
        @Override
        public EventSink sink(OutputStream out) throws IOException {
            return new CsvEvents(out);
        }

        @Override
        public void read(InputStream in, EventSink to) throws IOException {
            CsvEvents.read(in, to);
        }
    },
    /** For programs: one JSON object a line. */
    JSONL("jsonl", "events.jsonl", "application/jsonl") {
        @Override
        public EventSink sink(OutputStream out) throws IOException {
            return new JsonLines(out);
        }

        @Override
        public void read(InputStream in, EventSink to) throws IOException {
            JsonLines.read(in, to);
        }
    },
    /** For SIEMs: OCSF API Activity, one event a line. */
    OCSF("ocsf", "events.ocsf.jsonl", "application/vnd.ocsf+jsonl") {
        @Override
        public EventSink sink(OutputStream out) throws IOException {
            return new OcsfLines(out);
        }

        @Override
        public void read(InputStream in, EventSink to) throws IOException {
            OcsfLines.read(in, to);
        }
    };

    private final String code;
    private final String fileName;
    private final String mediaType;

    EventFormat(String code, String fileName, String mediaType) {
        this.code = code;
        this.fileName = fileName;
        this.mediaType = mediaType;
    }

    public abstract EventSink sink(OutputStream out) throws IOException;

    /** Reads what {@link #sink} has written. */
    public abstract void read(InputStream in, EventSink to) throws IOException;

    public String code() {
        return code;
    }

    public String fileName() {
        return fileName;
    }

    public String mediaType() {
        return mediaType;
    }

    public static Optional<EventFormat> of(String code) {
        return Arrays.stream(values())
                .filter(format -> format.code.equals(code))
                .findFirst();
    }
}
