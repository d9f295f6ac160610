package dev.ibportal.daemon.simulate;

import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.daemon.reconcile.LabBox;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The real OpenSM on a simulated fabric, read by the real tools. */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "sminfo", "ip", "nsenter", "unshare", "python3", "gcc"},
        root = true)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabOpenSmContractTest extends SubnetManagerContract {
    private LabBox lab;

    @BeforeAll
    void up(@TempDir Path temp) throws IOException {
        lab = LabBox.up(temp.resolve("lab"), 3);
    }

    @AfterAll
    void down() throws IOException {
        if (lab != null) {
            lab.close();
        }
    }

    @Override
    SmLine make(Path folder) {
        return new LabSmLine(lab, folder);
    }

    @Override
    SmKind otherKind() {
        return SmKind.SM_KIND_UFM;
    }

    @Override
    int ways() {
        return 3;
    }
}
