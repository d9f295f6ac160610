package dev.ibportal.portal.platform.fault;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.math.BigDecimal;

/**
 * Answers a request whose body nobody has read. Most clients look at the answer only when they have sent everything, and
 * where the connection is closed before that they see a broken pipe instead. So the answer goes out at once, and what still
 * comes is thrown away: up to a limit, and as long as something comes at all.
 */
final class Leftovers {
    private static final long MOST = 16L * 1024 * 1024;
    private static final int ON_ITS_WAY = 64 * 1024;
    private static final long QUIET_MILLIS = 1_000;
    private static final int MOST_ROUNDS = 30;

    private final RoutingContext context;
    private final HttpServerRequest request;
    private long read;
    private long readBefore = -1;
    private int rounds;
    private boolean over;

    private Leftovers(RoutingContext context) {
        this.context = context;
        this.request = context.request();
    }

    static void answer(RoutingContext context, String body) {
        if (isHere(context.request())) {
            context.response().end(body);
        } else {
            context.response().end(body);
            new Leftovers(context).drain();
        }
    }

    /** So small a body has been sent before anybody looks at the answer. HTTP/2 ends a stream without harm to others. */
    private static boolean isHere(HttpServerRequest request) {
        if (request.isEnded() || request.version() == HttpVersion.HTTP_2) {
            return true;
        }
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null
                ? request.getHeader("Transfer-Encoding") == null
                : new BigDecimal(length.strip()).compareTo(BigDecimal.valueOf(ON_ITS_WAY)) <= 0;
    }

    private void drain() {
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
        if (close) {
            request.connection().close();
        }
    }
}
