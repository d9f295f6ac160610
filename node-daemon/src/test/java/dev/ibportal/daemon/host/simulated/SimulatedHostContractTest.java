package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.contract.HostContract;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;

/** The simulated host keeps the contract. */
class SimulatedHostContractTest extends HostContract {
    private final SimulatedPort port = new SimulatedPort(Guid.parse("0x506b4b0300d1a2b2"));
    private final SimulatedHost host = SimulatedHost.named("node1").port(port).build();

    SimulatedHostContractTest() {
        port.update(now -> now.active(5, 1)
                .withPkeys(List.of(0xffff, 0x9001))
                .withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048, PKey.parse("0x9001"), IbMtu.MTU_2048)));
        host.byHand("ip", "link", "set", "dev", "ib0", "up");
    }

    @Override
    protected Host host() {
        return host.host();
    }

    @Override
    protected String parent() {
        return "ib0";
    }

    @Override
    protected Guid port() {
        return port.guid();
    }
}
