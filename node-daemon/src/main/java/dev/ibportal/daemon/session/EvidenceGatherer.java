package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.DiagnoseTask;
import dev.ibportal.agent.v1.Evidence;
import dev.ibportal.daemon.diagnose.HostDoctor;
import dev.ibportal.daemon.diagnose.PortMemory;
import dev.ibportal.daemon.diagnose.Question;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.diagnosis.EvidenceMessages;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.PKey;
import java.util.Optional;

/** Gathers what the portal asks for. */
final class EvidenceGatherer {
    private final Host host;
    private final PortMemory memory = new PortMemory();

    EvidenceGatherer(Host host) {
        this.host = host;
    }

    Evidence gather(DiagnoseTask task) {
        HostDoctor doctor = new HostDoctor(host, memory);
        Evidence facts = EvidenceMessages.of(doctor.gather(question(task)));
        return facts.toBuilder().addAllRaw(doctor.raw()).build();
    }

    private static Question question(DiagnoseTask task) {
        return new Question(
                when(task.hasInterfaceName(), task.getInterfaceName()).map(name -> new InterfaceName(name).text()),
                when(task.hasPortGuid(), task.getPortGuid()).map(Guid::parse),
                task.hasPkey() ? Optional.of(PKey.of(task.getPkey())) : Optional.empty(),
                when(task.hasPeer(), task.getPeer()).map(IpAddress::parse),
                when(task.hasPeerPortGuid(), task.getPeerPortGuid()).map(Guid::parse),
                new Question.Wanted(
                        when(task.hasMode(), task.getMode()),
                        task.hasMtu() ? Optional.of(Integer.toString(task.getMtu())) : Optional.empty(),
                        task.getAddressesList()));
    }

    private static Optional<String> when(boolean present, String text) {
        return present ? Optional.of(text) : Optional.empty();
    }
}
