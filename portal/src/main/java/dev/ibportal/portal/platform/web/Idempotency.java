package dev.ibportal.portal.platform.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * A POST that carries {@code Idempotency-Key} is done once: sent again, it gets the first answer. Answers that hold a
 * secret and answers to failures of the portal are not kept, so those requests are done again.
 */
class Idempotency {
    private static final String HEADER = "Idempotency-Key";
    private static final String CLAIM = "ibportal.idempotency";
    private static final int LONGEST = 200;

    private final IdempotencySql sql;
    private final CurrentActor actors;
    private final ObjectMapper json;

    Idempotency(IdempotencySql sql, CurrentActor actors, ObjectMapper json) {
        this.sql = sql;
        this.actors = actors;
        this.json = json;
    }

    @ServerRequestFilter
    @Nullable
    Response before(ContainerRequestContext request) throws IOException {
        String key = request.getHeaderString(HEADER);
        Optional<Actor> actor = actors.find().filter(who -> who.userId() != null);
        if (key == null || actor.isEmpty() || !request.getMethod().equals("POST")) {
            return null;
        }
        if (key.isBlank() || key.length() > LONGEST) {
            throw new DomainFault.Malformed(HEADER + " needs 1 to " + LONGEST + " characters.");
        }
        IdempotencySql.Claim claim = new IdempotencySql.Claim(actor.get().requireUserId(), key, hash(request));
        Optional<IdempotencySql.Kept> kept = sql.claim(claim);
        if (kept.isEmpty()) {
            request.setProperty(CLAIM, claim);
            return null;
        }
        return replay(claim, kept.get());
    }

    private static Response replay(IdempotencySql.Claim claim, IdempotencySql.Kept kept) {
        if (!claim.requestHash().equals(kept.requestHash())) {
            throw new DomainFault.Invalid(
                    HEADER, "\"" + claim.key() + "\" was used for another request; take a new key for a new request");
        }
        if (kept.status() == null) {
            throw new DomainFault.Conflict(
                    "in-progress",
                    "A request with the Idempotency-Key \"" + claim.key()
                            + "\" is being worked on, or was cut off: look whether it was done.");
        }
        Response.ResponseBuilder answer =
                Response.status(kept.status()).entity(kept.body()).header("Idempotency-Replayed", "true");
        if (kept.body() != null) {
            answer.type(kept.status() >= 400 ? "application/problem+json" : "application/json;charset=UTF-8");
        }
        if (kept.location() != null) {
            answer.header(HttpHeaders.LOCATION, kept.location());
        }
        return kept.etag() == null
                ? answer.build()
                : answer.header(HttpHeaders.ETAG, kept.etag()).build();
    }

    @ServerResponseFilter
    void after(ContainerRequestContext request, ContainerResponseContext response) throws JsonProcessingException {
        if (!(request.getProperty(CLAIM) instanceof IdempotencySql.Claim claim)) {
            return;
        }
        boolean secret = String.valueOf(response.getHeaderString(HttpHeaders.CACHE_CONTROL))
                .contains("no-store");
        if (response.getStatus() >= 500 || secret) {
            sql.forget(claim);
            return;
        }
        sql.keep(
                claim,
                response.getStatus(),
                response.getHeaderString(HttpHeaders.LOCATION),
                response.getHeaderString(HttpHeaders.ETAG),
                text(response.getEntity()));
    }

    private @Nullable String text(@Nullable Object entity) throws JsonProcessingException {
        if (entity == null || entity instanceof String) {
            return (String) entity;
        }
        return json.writeValueAsString(entity);
    }

    /** Path, acting tenant and body make the request; the body is put back for the endpoint. */
    private static String hash(ContainerRequestContext request) throws IOException {
        byte[] body = request.getEntityStream().readAllBytes();
        request.setEntityStream(new ByteArrayInputStream(body));
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(request.getUriInfo().getRequestUri().getRawPath().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(String.valueOf(request.getUriInfo().getRequestUri().getRawQuery())
                    .getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(String.valueOf(request.getHeaderString("X-Tenant")).getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
