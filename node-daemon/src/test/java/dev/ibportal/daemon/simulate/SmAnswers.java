package dev.ibportal.daemon.simulate;

import static org.awaitility.Awaitility.await;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.agent.v1.SmRefusal;
import dev.ibportal.types.Guid;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a subnet manager's daemon told its portal. */
final class SmAnswers {
    private final List<SessionRequest> all = new CopyOnWriteArrayList<>();

    void add(SessionRequest answer) {
        all.add(answer);
    }

    List<SessionRequest> all() {
        return all;
    }

    void forget() {
        all.clear();
    }

    SmRefusal refusal() {
        await().until(() -> all.stream().anyMatch(SessionRequest::hasSmRefusal));
        return all.stream()
                .filter(SessionRequest::hasSmRefusal)
                .findFirst()
                .orElseThrow()
                .getSmRefusal();
    }

    List<SmReadBack> readBacks() {
        return all.stream()
                .filter(SessionRequest::hasSmReadBack)
                .map(SessionRequest::getSmReadBack)
                .toList();
    }

    List<PortTable> tables(Guid port) {
        return readBacks().stream()
                .flatMap(readBack -> readBack.getTablesList().stream())
                .filter(table -> table.getPortGuid().equals(port.toString()))
                .toList();
    }
}
