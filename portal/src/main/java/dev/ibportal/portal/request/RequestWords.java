package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** What the states of requests are called. Public for the templates. */
public final class RequestWords {
    private final RequestMessages texts;

    RequestWords(Shell shell) {
        this.texts = Texts.of(RequestMessages.class, shell.language());
    }

    public Badge state(RequestView request) {
        return switch (request.at()) {
            case DRAFT -> Badge.plain(texts.draft_state());
            case SUBMITTED -> Badge.busy(texts.submitted());
            case APPROVED -> Badge.busy(texts.approved());
            case PROVISIONING -> Badge.busy(texts.provisioning());
            case READY -> Badge.good(texts.ready());
            case RELEASING -> Badge.busy(texts.releasing());
            case RELEASED -> Badge.off(texts.released());
            case DENIED -> Badge.bad(texts.denied());
            case WITHDRAWN -> Badge.off(texts.withdrawn());
            case EXPIRED -> Badge.off(texts.expired());
            case FAILED -> Badge.bad(texts.failed());
        };
    }

    public String kind(RequestView request) {
        return request.kind().equals("partition") ? texts.kind_partition() : texts.kind_addresses();
    }

    public String deciders(RequestView request) {
        return "tenant-admin".equals(request.deciders()) ? texts.deciders_tenant_admin() : texts.deciders_operator();
    }

    public String said(RequestNote note) {
        return switch (note.kind()) {
            case "approve" -> texts.said_approve();
            case "deny" -> texts.said_deny();
            default -> texts.said_comment();
        };
    }
}
