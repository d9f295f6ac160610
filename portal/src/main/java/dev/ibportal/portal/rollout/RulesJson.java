package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.rollout.core.Amount;
import dev.ibportal.portal.rollout.core.Rules;
import dev.ibportal.portal.rollout.core.Window;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a rollout as they are asked for, kept and shown.
 *
 * @param waves sizes such as {@code 1} or {@code 10%}, the canary first; the rest is the last wave
 * @param bakeSeconds how long a wave is watched before the next one
 * @param maxUnavailable nodes away from their work at once
 * @param failureBudget failures with which it still goes on; one of the canary is always too many
 * @param window absent: at any hour
 */
public record RulesJson(
        @Nullable List<String> waves,
        @Nullable Integer bakeSeconds,
        @Nullable String maxUnavailable,
        @Nullable String failureBudget,
        @Nullable WindowJson window,
        @Nullable Integer drainMinutes,
        @Nullable Integer installMinutes,
        @Nullable Integer rebootMinutes) {
    static final RulesJson USUAL = new RulesJson(null, null, null, null, null, null, null, null);

    private static final int MOST_WAVES = 50;
    private static final int LONGEST_MINUTES = 7 * 24 * 60;
    private static final int LONGEST_BAKE = 30 * 24 * 3600;
    private static final int HOUR = 60;
    private static final int HALF_AN_HOUR = 30;

    /** @param days {@code mon} to {@code sun}; absent: each */
    public record WindowJson(
            @Nullable List<String> days,
            @Nullable String from,
            @Nullable String to,
            @Nullable String zone) {
        Window window() {
            return Field.read(
                    "window",
                    this,
                    one -> Window.parse(
                            one.days() == null ? List.of() : one.days(),
                            Field.required("window.from", one.from(), text -> text),
                            Field.required("window.to", one.to(), text -> text),
                            Field.required("window.zone", one.zone(), text -> text)));
        }
    }

    /** What holds where nothing else was asked for. */
    RulesJson filled() {
        return new RulesJson(
                waves == null || waves.isEmpty() ? List.of("1", "10%", "25%") : List.copyOf(waves),
                orElse(bakeSeconds, HOUR * HALF_AN_HOUR),
                maxUnavailable == null ? "1" : maxUnavailable,
                failureBudget == null ? "0" : failureBudget,
                window,
                orElse(drainMinutes, HOUR),
                orElse(installMinutes, HOUR),
                orElse(rebootMinutes, HALF_AN_HOUR));
    }

    private static int orElse(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }

    Rules rules() {
        RulesJson all = filled();
        List<String> sizes = all.waves() == null ? List.of() : all.waves();
        if (sizes.size() > MOST_WAVES) {
            throw new Invalid("waves", "there are at most " + MOST_WAVES + " waves, and these are " + sizes.size());
        }
        Amount unavailable = Field.required("maxUnavailable", all.maxUnavailable(), Amount::parse);
        if (unavailable.number() == 0) {
            throw new Invalid("maxUnavailable", "with no node away at once nothing can be installed; the least is 1");
        }
        Duration install = minutes("installMinutes", all.installMinutes());
        return new Rules(
                sizes.stream()
                        .map(size -> Field.read("waves", size, Amount::parse))
                        .toList(),
                Duration.ofSeconds(within("bakeSeconds", all.bakeSeconds(), 0, LONGEST_BAKE)),
                unavailable,
                Field.required("failureBudget", all.failureBudget(), Amount::parse),
                window == null ? null : window.window(),
                Map.of(
                        "staging", install,
                        "draining", minutes("drainMinutes", all.drainMinutes()),
                        "installing", install,
                        "going-back", install,
                        "rebooting", minutes("rebootMinutes", all.rebootMinutes())));
    }

    private static Duration minutes(String field, @Nullable Integer value) {
        return Duration.ofMinutes(within(field, value, 1, LONGEST_MINUTES));
    }

    private static int within(String field, @Nullable Integer value, int least, int most) {
        int number = value == null ? least : value;
        if (number < least || number > most) {
            throw new Invalid(field, number + " is outside " + least + " to " + most);
        }
        return number;
    }
}
