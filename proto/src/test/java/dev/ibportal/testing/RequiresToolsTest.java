package dev.ibportal.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

class RequiresToolsTest {
    @RequiresTools(
            value = {"sh", "opensm", "ibsim"},
            root = true)
    private static final class NeedsALot {}

    private static final RequiresTools WANTED = NeedsALot.class.getAnnotation(RequiresTools.class);

    @Test
    void theSkipNamesWhatIsMissing() {
        ConditionEvaluationResult result = new RequiresToolsCondition("sh"::equals, false, false).evaluate(WANTED);
        assertThat(result.isDisabled()).isTrue();
        assertThat(result.getReason()).contains("missing on this machine: root on Linux, opensm, ibsim");
    }

    @Test
    void withTheSwitchASkipFails() {
        assertThatThrownBy(() -> new RequiresToolsCondition("sh"::equals, true, true).evaluate(WANTED))
                .hasMessageContaining("opensm, ibsim")
                .hasMessageContaining("IBPORTAL_NO_SKIP");
    }

    @Test
    void runsWhereAllIsThere() {
        assertThat(new RequiresToolsCondition(tool -> true, true, true)
                        .evaluate(WANTED)
                        .isDisabled())
                .isFalse();
    }

    @Test
    void theSwitchIsReadFromEnvironmentAndProperty() {
        assertThat(RequiresToolsCondition.mayNotSkip(Map.of(), "")).isFalse();
        assertThat(RequiresToolsCondition.mayNotSkip(Map.of("IBPORTAL_NO_SKIP", "true"), ""))
                .isTrue();
        assertThat(RequiresToolsCondition.mayNotSkip(Map.of(), "true")).isTrue();
    }

    @Test
    void rootCountsOnLinuxOnly() {
        assertThat(RequiresToolsCondition.isLinuxRoot("Linux", "root")).isTrue();
        assertThat(RequiresToolsCondition.isLinuxRoot("Mac OS X", "root")).isFalse();
        assertThat(RequiresToolsCondition.isLinuxRoot("Linux", "ada")).isFalse();
    }

    @Test
    void findsProgramsOfTheMachine() {
        assertThat(Tools.find("sh")).isPresent();
        assertThat(Tools.find("no-such-program-here")).isEmpty();
    }
}
