package dev.ibportal.portal.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends what no decent client would send, letter by letter. */
public final class RawHttp {
    private static final int PATIENCE_MILLIS = 20_000;

    private RawHttp() {}

    /** An answer as it came. */
    public record Answer(String text) {
        public int status() {
            return text.isEmpty() ? 0 : Integer.parseInt(text.split(" ", 3)[1]);
        }

        public String body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }
    }

    /**
     * @param request with LF at the ends of its lines, which go out as CRLF; a blank line ends its head
     * @return everything until the portal closes the connection
     */
    public static Answer send(int port, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            return new Answer(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends it and goes away without waiting for an answer. */
    public static void sendAndLeave(int port, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
