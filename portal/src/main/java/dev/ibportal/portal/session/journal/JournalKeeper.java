package dev.ibportal.portal.session.journal;

import dev.ibportal.agent.v1.NodeJournal;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import jakarta.inject.Singleton;

/** Keeps what daemons tell of their root actions. */
@Singleton
class JournalKeeper implements SessionEvents {
    private final JournalSql sql;

    JournalKeeper(JournalSql sql) {
        this.sql = sql;
    }

    @Override
    public void journal(NodeSession session, NodeJournal journal) {
        if (journal.getEntriesCount() > 0) {
            sql.keep(session.nodeId(), journal.getEntriesList());
        }
    }
}
