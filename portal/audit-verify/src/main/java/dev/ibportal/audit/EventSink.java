package dev.ibportal.audit;

import java.io.IOException;

/** Takes events one after the other; {@link #finish} writes what is left and leaves the stream below open. */
public interface EventSink {
    void write(ExportedEvent event) throws IOException;

    void finish() throws IOException;
}
