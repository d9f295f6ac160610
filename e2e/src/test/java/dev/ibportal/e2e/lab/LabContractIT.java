package dev.ibportal.e2e.lab;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The lab's hosts answer as {@code lab/contract/host.json} says; the daemon's simulated host is held to the same file. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "ping", "nsenter", "unshare", "python3", "gcc"},
        root = true)
class LabContractIT {
    private static final Duration SOON = Duration.ofSeconds(15);

    @Test
    void aLabHostKeepsTheContract() throws IOException {
        try (Lab lab = Lab.builder().hosts(2).up()) {
            LabHost host = lab.host(2);
            lab.subnetManager()
                    .partitions("Default=0x7fff, ipoib : ALL=limited, SELF=full ;\nred=0x1001, ipoib : ALL=full ;\n");
            String contract = Files.readString(Lab.script().resolveSibling("contract/host.json"));
            for (JsonNode step : Lab.parse(contract).get("steps")) {
                check(new ContractStep(step, "0x9001", "0x9002", host.portGuid()), host);
            }
        }
    }

    private static void check(ContractStep step, LabHost host) {
        if (step.soon()) {
            await().atMost(SOON).untilAsserted(() -> checkOnce(step, host));
        } else {
            checkOnce(step, host);
        }
    }

    private static void checkOnce(ContractStep step, LabHost host) {
        if (step.hasCommand()) {
            Ran ran = host.tool(step.argv().get(0), step.argv().stream().skip(1).toArray(String[]::new));
            step.checkCommand(ran.status(), ran.out(), ran.err());
        }
        step.checkSysfs(host::sysfs);
    }
}
