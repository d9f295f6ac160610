package dev.ibportal.daemon.sm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmOptionsTest {
    private static final String PATH = "/etc/opensm/opensm.conf";

    private final MemoryFiles files = new MemoryFiles();

    private List<String> states() {
        return new SmOptions(files, PATH)
                .keys().stream()
                        .map(key -> key.getName() + " " + key.getState().name().replace("SM_KEY_STATE_", ""))
                        .toList();
    }

    private List<String> states(String text) throws IOException {
        files.write(PATH, text, FileMode.OWNER_ONLY);
        return states();
    }

    @Test
    void withoutAFileTheKeysAreWhatEverybodyKnows() {
        assertThat(states()).containsExactly("m_key DEFAULT", "sm_key DEFAULT", "sa_key DEFAULT");
    }

    @Test
    void whatIsNotZeroOrOneIsSet() throws IOException {
        assertThat(states("""
                        # m_key 0x77
                        m_key 0x0000000000000000
                        sm_key 0x0000000000000001
                        sa_key 0xfedcba9876543210
                        """)).containsExactly("m_key DEFAULT", "sm_key DEFAULT", "sa_key SET");
        assertThat(states("m_key 0x12345\nsm_key\t81985529216486895\nsa_key 0x0100000000000000\n"))
                .containsExactly("m_key SET", "sm_key SET", "sa_key DEFAULT");
        assertThat(states("m_key 0x1\nm_key 0x9999\n")).startsWith("m_key SET");
    }

    @Test
    void whatCannotBeReadIsNotKnownAndNoValueIsTold() throws IOException {
        assertThat(states("m_key secret\nsm_key 0x\nsa_key 0x1ffffffffffffffff\n"))
                .containsExactly("m_key UNKNOWN", "sm_key UNKNOWN", "sa_key UNKNOWN");
        files.write(PATH, "m_key 0x0123456789abcdef\n", FileMode.OWNER_ONLY);
        assertThat(new SmOptions(files, PATH).keys())
                .extracting(SmKey::toString)
                .noneMatch(text -> text.contains("abcdef"));
    }
}
