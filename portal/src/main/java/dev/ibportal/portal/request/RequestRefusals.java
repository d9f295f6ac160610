package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.fault.DomainFault.Stale;
import java.util.Map;

/** What the database refuses of a request, in words. Quotas are told by the portal's own mapping. */
final class RequestRefusals {
    private static final String NONE_FREE = "IB001";
    private static final String NOT_AVAILABLE = "IB002";
    private static final String A_PROGRAM = "IB010";
    private static final String NOT_VOUCHED = "IB012";
    private static final String NOT_THAT_WAY = "IB013";
    private static final String TOO_FEW = "IB014";
    private static final String NOT_THEIRS = "IB015";
    private static final String NOT_WHOLE = "IB016";
    private static final String ONE_VOTE_EACH = "request_vote_pkey";

    private RequestRefusals() {}

    static RuntimeException explained(RuntimeException e) {
        if (SqlError.violates(e, ONE_VOTE_EACH)) {
            return new Conflict("decided-by-you", "You have decided this request already; somebody else decides now.");
        }
        return SqlError.in(e).map(error -> explained(e, error)).orElse(e);
    }

    private static RuntimeException explained(RuntimeException e, SqlError error) {
        return switch (error.state()) {
            case NONE_FREE ->
                new Conflict(
                        "nothing-to-hold",
                        "There is not as much free as the request asks for, so that nothing is held and it stays a draft.",
                        error.detail().isEmpty() ? Map.of() : Map.of("free", error.detail()));
            case NOT_AVAILABLE ->
                new Conflict(
                        "pkey-not-available",
                        "The PKey asked for is not available; choose another one, or leave it out to get the lowest free one.");
            case A_PROGRAM -> new Forbidden("A service account decides nothing; log in yourself.");
            case NOT_VOUCHED ->
                new Conflict(
                        "not-vouched",
                        "Nobody vouches for it that whoever asked and whoever approves are two people. An operator does, with"
                                + " PATCH /api/v1/users/{id} {\"vouched\": true}.");
            case NOT_THAT_WAY -> new Stale("The request has moved on, or what it held has expired; look at it again.");
            case TOO_FEW -> new Conflict("not-approved", "Not enough people have approved this request.");
            case NOT_THEIRS ->
                new Forbidden(
                        error.detail().equals("own")
                                ? "Nobody decides their own request; somebody else has to look at it."
                                : "This request is decided by: " + error.detail() + ".");
            case NOT_WHOLE ->
                new Conflict(
                        "not-held-any-more",
                        "Only " + error.detail()
                                + " of the addresses asked for are still held; the others were released"
                                + " meanwhile. Deny the request, so that it can be asked again.",
                        Map.of("held", error.detail()));
            default -> e;
        };
    }
}
