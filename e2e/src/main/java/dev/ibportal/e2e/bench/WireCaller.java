package dev.ibportal.e2e.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One kept connection that speaks just enough HTTP/1.1 to post the same thing again and again: on two cores a comfortable
 * client takes as much of them as what is measured.
 */
final class WireCaller implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final byte[] request;

    WireCaller(URI portal, String path, String token, String body) throws IOException {
        socket = new Socket(portal.getHost(), portal.getPort());
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream());
        request = ("POST " + path + " HTTP/1.1\r\nHost: " + portal.getAuthority() + "\r\nAuthorization: Bearer " + token
                        + "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The answer's body; anything but 201 is an error. */
    String post() throws IOException {
        out.write(request);
        out.flush();
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).strip());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        if (!status.contains(" 201 ")) {
            throw new IllegalStateException("a claim is answered with " + status + ": " + body);
        }
        return body;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the portal hung up after \"" + line + "\"");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
