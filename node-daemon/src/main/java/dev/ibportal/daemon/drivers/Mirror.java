package dev.ibportal.daemon.drivers;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A place that files come from. */
final class Mirror {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int NOT_THAT_PART = 416;

    private Mirror() {}

    /**
     * The content from an offset on, or from its start where the mirror cannot start in the middle.
     *
     * @param offset of the first byte that comes
     * @param end of the last one, as far as the mirror says; -1: it does not
     */
    record Opened(InputStream content, long offset, long end) {}

    static Opened open(URI address, long offset) throws IOException {
        return "file".equals(address.getScheme()) ? file(Path.of(address), offset) : http(address, offset);
    }

    private static Opened file(Path path, long offset) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new IOException(path + " is no file");
        }
        InputStream content = Files.newInputStream(path);
        content.skipNBytes(Math.min(offset, Files.size(path)));
        return new Opened(content, offset, Files.size(path));
    }

    private static Opened http(URI address, long offset) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout((int) PATIENCE.toMillis());
        // Of each read: a mirror that falls silent is left for the next one.
        connection.setReadTimeout((int) PATIENCE.toMillis());
        if (offset > 0) {
            connection.setRequestProperty("Range", "bytes=" + offset + "-");
        }
        int status = connection.getResponseCode();
        if (status == HttpURLConnection.HTTP_OK) {
            return opened(connection, 0);
        }
        String range = String.valueOf(connection.getHeaderField("Content-Range"));
        if (status == HttpURLConnection.HTTP_PARTIAL && range.startsWith("bytes " + offset + "-")) {
            return opened(connection, offset);
        }
        connection.disconnect();
        if (offset > 0 && (status == NOT_THAT_PART || status == HttpURLConnection.HTTP_PARTIAL)) {
            return http(address, 0);
        }
        throw new IOException("the answer was HTTP " + status);
    }

    private static Opened opened(HttpURLConnection connection, long offset) throws IOException {
        long length = connection.getContentLengthLong();
        return new Opened(connection.getInputStream(), offset, length < 0 ? -1 : offset + length);
    }
}
