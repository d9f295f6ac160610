package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.SmKind;
import java.nio.file.Path;

/** The real client, and a UFM of ours at the other end. */
class SimulatedUfmContractTest extends SimulatedSubnetManagerContract {
    @Override
    SmLine make(Path folder) {
        return SmBench.ofUfm(folder);
    }

    @Override
    SmKind otherKind() {
        return SmKind.SM_KIND_OPENSM;
    }
}
