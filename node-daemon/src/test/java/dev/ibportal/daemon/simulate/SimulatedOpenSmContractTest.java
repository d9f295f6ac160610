package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.SmKind;
import java.nio.file.Path;

/** OpenSM as the simulation plays it. */
class SimulatedOpenSmContractTest extends SimulatedSubnetManagerContract {
    @Override
    SmLine make(Path folder) {
        return new SmBench(folder);
    }

    @Override
    SmKind otherKind() {
        return SmKind.SM_KIND_UFM;
    }
}
