package dev.ibportal.portal.auditlog;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the audit pages. */
@MessageBundle("aud")
public interface AuditMessages {
    @Message("Audit log")
    String title();

    @Message(
            "Who did what, for whom and when. Events are written together with the change they tell of, and are never edited.")
    String lead();

    @Message("No events")
    String empty_title();

    @Message("Time")
    String at();

    @Message("Who")
    String actor();

    @Message("Action")
    String action();

    @Message("Object")
    String object();

    @Message("Tenant")
    String tenant();

    @Message("Outcome")
    String outcome();

    @Message("done")
    String success();

    @Message("denied")
    String denied();

    @Message("failed")
    String failed();

    @Message("From")
    String source();

    @Message("Request")
    String request();

    @Message("Before")
    String before();

    @Message("After")
    String after();

    @Message("Export as CSV")
    String export();

    @Message("Exactly the events of these filters.")
    String export_hint();

    @Message("From")
    String from();

    @Message("Until")
    String to();

    @Message("Object, person or request")
    String search();
}
