package dev.ibportal.portal.platform.fault;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/**
 * Answers a request whose body nobody has read. Most clients look at the answer only when they have sent everything, and
 * where the connection is closed before that they see a broken pipe instead. So the answer goes out at once, and what still
 * comes is thrown away: up to a limit, and as long as something comes at all.
 */
final class Leftovers {
    private static final long MOST = 16L * 1024 * 1024;
    private static final long QUIET_MILLIS = 1_000;
    private static final int MOST_ROUNDS = 30;

    private final RoutingContext context;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private long read;
    private long readBefore = -1;
    private int rounds;
    private boolean over;

    private Leftovers(RoutingContext context) {
        this.context = context;
        this.request = context.request();
        this.response = context.response();
    }

    static void answer(RoutingContext context, String body) {
        if (isWhole(context.request())) {
            context.response().end(body);
        } else {
            new Leftovers(context).answer(Buffer.buffer(body));
        }
    }

    /** A stream of HTTP/2 ends by itself, without harm to the connection. */
    private static boolean isWhole(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        boolean none = (length == null || length.strip().equals("0")) && request.getHeader("Transfer-Encoding") == null;
        return none || request.isEnded() || request.version() == HttpVersion.HTTP_2;
    }

    private void answer(Buffer body) {
        // Compressed it would have no length, and the client would wait for the end.
        response.putHeader(HttpHeaders.CONTENT_ENCODING, HttpHeaders.IDENTITY);
        response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
        response.write(body);
        try {
            request.exceptionHandler(gone -> end(true));
            request.handler(chunk -> {
                read += chunk.length();
                if (read > MOST) {
                    end(true);
                }
            });
            request.endHandler(all -> end(false));
            request.resume();
            watch();
        } catch (IllegalStateException e) {
            // It has been read meanwhile.
            end(false);
        }
    }

    private void watch() {
        context.vertx().setTimer(QUIET_MILLIS, timer -> {
            if (read == readBefore || ++rounds > MOST_ROUNDS) {
                end(true);
            } else if (!over) {
                readBefore = read;
                watch();
            }
        });
    }

    private void end(boolean close) {
        if (over) {
            return;
        }
        over = true;
        if (!response.ended()) {
            response.end();
        }
        if (close) {
            request.connection().close();
        }
    }
}
