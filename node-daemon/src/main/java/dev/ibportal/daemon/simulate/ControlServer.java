package dev.ibportal.daemon.simulate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Switches faults on and off, on loopback only: {@code GET /} shows the fabric; {@code PUT} and {@code DELETE} of
 * {@code /faults/<kind>} or {@code /faults/<kind>/<node>}; {@code POST /nodes} with {@code <name> <token>} adds a host.
 */
final class ControlServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlServer.class);
    private static final int LONGEST_BODY = 4096;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Simulation simulation;
    private final HttpServer server;

    ControlServer(Simulation simulation, int port, Executor threads) throws IOException {
        this.simulation = simulation;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
        LOG.info("control of the simulation: http://127.0.0.1:{}/", port());
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try {
            if (!isLocal(exchange)) {
                answer(exchange, 403, "only for this machine\n");
                return;
            }
            respond(exchange);
        } catch (InvalidValueException e) {
            answer(exchange, 422, e.getMessage() + "\n");
        } catch (RuntimeException e) {
            LOG.error("control request failed", e);
            answer(exchange, 500, e.getMessage() + "\n");
        } finally {
            exchange.close();
        }
    }

    /** A page of another site must not reach this by a name that it lets point here. */
    private static boolean isLocal(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String name = host == null ? "" : URI.create("http://" + host).getHost();
        return Set.of("127.0.0.1", "localhost", "[::1]").contains(String.valueOf(name));
    }

    private void respond(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String path = exchange.getRequestURI().getPath();
        String[] parts = path.split("/", 4);
        if (method.equals("GET") && path.equals("/")) {
            answer(exchange, 200, JSON.writeValueAsString(simulation.view()) + "\n");
        } else if ((method.equals("PUT") || method.equals("DELETE")) && parts.length > 2 && parts[1].equals("faults")) {
            simulation.fault(FaultKind.parse(parts[2]), parts.length > 3 ? parts[3] : "", method.equals("PUT"));
            answer(exchange, 200, "done\n");
        } else if (method.equals("POST") && path.equals("/nodes")) {
            String body = new String(exchange.getRequestBody().readNBytes(LONGEST_BODY), StandardCharsets.UTF_8);
            simulation.add(NodeToken.parse(body));
            answer(exchange, 200, "done\n");
        } else {
            answer(exchange, 404, "GET /, PUT or DELETE /faults/<kind>[/<node>], POST /nodes\n");
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
