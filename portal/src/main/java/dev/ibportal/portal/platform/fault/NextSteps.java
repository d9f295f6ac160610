package dev.ibportal.portal.platform.fault;

/** What to do about a fault, in one sentence. */
final class NextSteps {
    private NextSteps() {}

    static String of(DomainFault.Problem problem) {
        return switch (problem.status()) {
            case 400, 413, 415, 422 -> "Correct the request and send it again.";
            case 401 -> "Log in, or send a personal token.";
            case 403 -> "Ask an operator or an admin of the tenant for the role that you need.";
            case 404 -> "Check the address, or ask an operator whether you should be able to see it.";
            case 405, 406 -> "Check the address and the method against the API description.";
            case 409 -> "Look at the present state, resolve the conflict and try again.";
            case 412, 428 -> "Read the object again and repeat the change with its new ETag.";
            case 429, 503 -> "Wait a moment and try again.";
            default -> "Try again; if it happens again, give the request id to an operator.";
        };
    }
}
