package dev.ibportal.daemon.sm;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Calls of UFM's REST interface, one at a time. Secrets are read anew for each, so that new ones need no restart. */
final class UfmClient {
    private static final int MOST_BYTES = 64 << 20;
    private static final int REDIRECT = 300;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int OWN_FAULT = 500;
    private static final int QUOTED = 300;

    private final UfmSettings settings;
    private @Nullable HttpClient http;

    /** What the client was made of; another certificate needs another client. */
    private String made = "";

    UfmClient(UfmSettings settings) {
        this.settings = settings;
    }

    /** Done, or refused with a reason that is UFM's; everything else is {@link UfmTrouble}. */
    record Answer(int status, String body) {
        boolean isDone() {
            return status < REDIRECT;
        }

        /** The beginning of the body on one line. */
        String quote() {
            String line = body.strip().replaceAll("\\s+", " ");
            return status + " «" + line.substring(0, Math.min(QUOTED, line.length())) + "»";
        }
    }

    /**
     * @param path below the base of the interface
     * @param body JSON; empty: none
     */
    Answer call(String method, String path, String body) throws UfmTrouble {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(settings.address() + settings.signIn().base() + path))
                .timeout(settings.answerLimit())
                .header("Accept", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        Optional<String> authorization = authorization();
        if (authorization.isPresent()) {
            request.header("Authorization", authorization.get());
        }
        return judged(method, path, send(request.build()));
    }

    private Answer send(HttpRequest request) throws UfmTrouble {
        String what = request.method() + " of " + settings.address();
        try {
            HttpResponse<InputStream> response = client().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream stream = response.body()) {
                byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
                if (bytes.length > MOST_BYTES) {
                    throw new UfmTrouble(what + " answered with more than " + MOST_BYTES + " bytes");
                }
                return new Answer(response.statusCode(), new String(bytes, StandardCharsets.UTF_8));
            }
        } catch (SSLException e) {
            throw new UfmTrouble(what + ": its certificate or ours was not accepted: " + e.getMessage(), e);
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new UfmTrouble(what + " got no answer: " + why, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UfmTrouble(what + " was broken off", e);
        }
    }

    private Answer judged(String method, String path, Answer answer) throws UfmTrouble {
        String what = method + " " + path + " at " + settings.address();
        if (answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN) {
            throw new UfmTrouble(what + ": UFM does not let us in (" + answer.status() + ") with " + secret());
        }
        if (answer.status() >= OWN_FAULT) {
            throw new UfmTrouble(what + ": UFM failed with " + answer.quote());
        }
        if (answer.status() >= REDIRECT && answer.status() < 400) {
            throw new UfmTrouble(what + ": UFM points elsewhere (" + answer.status()
                    + "), where no secret is sent; set sm.ufm.address to that place if it is right");
        }
        return answer;
    }

    private String secret() {
        UfmSignIn signIn = settings.signIn();
        if (signIn instanceof UfmSignIn.Token token) {
            return "the token in " + token.file();
        }
        return signIn instanceof UfmSignIn.Password password
                ? "user " + password.user() + " and the password in " + password.file()
                : "the certificate in " + ((UfmSignIn.Certificate) signIn).chain();
    }

    private Optional<String> authorization() throws UfmTrouble {
        UfmSignIn signIn = settings.signIn();
        if (signIn instanceof UfmSignIn.Token token) {
            // UFM's way to take a token, odd as it looks.
            return Optional.of("Basic " + printable(SecretFile.read(token.file()), token.file()));
        }
        if (signIn instanceof UfmSignIn.Password password) {
            String pair = password.user() + ":" + SecretFile.read(password.file());
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        }
        return Optional.empty();
    }

    private static String printable(String secret, Path file) throws UfmTrouble {
        if (secret.isEmpty() || secret.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new UfmTrouble(file + " does not hold one token: printable characters without blanks are expected");
        }
        return secret;
    }

    private HttpClient client() throws UfmTrouble {
        String now = madeOf();
        if (http == null || !now.equals(made)) {
            http = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(settings.answerLimit())
                    .sslContext(UfmTls.context(settings))
                    .build();
            made = now;
        }
        return http;
    }

    private String madeOf() throws UfmTrouble {
        StringBuilder times = new StringBuilder();
        if (settings.signIn() instanceof UfmSignIn.Certificate certificate) {
            times.append(changed(certificate.chain())).append(changed(certificate.key()));
        }
        if (settings.authorities().isPresent()) {
            times.append(changed(settings.authorities().get()));
        }
        return times.toString();
    }

    private static String changed(Path file) throws UfmTrouble {
        try {
            return Files.getLastModifiedTime(file) + " ";
        } catch (IOException e) {
            throw new UfmTrouble(file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }
}
