package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.rollout.RulesJson.WindowJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form of a plan, with what is usual filled in. */
final class PlanForm {
    private static final int SECONDS = 60;

    private PlanForm() {}

    static Form empty(String selector, String zone) {
        return Form.empty(
                "selector", selector,
                "waves", "1 10% 25%",
                "bake", "30",
                "maxUnavailable", "1",
                "failureBudget", "0",
                "zone", zone,
                "drainMinutes", "60",
                "installMinutes", "60",
                "rebootMinutes", "30");
    }

    static RolloutForm read(Form form) {
        Integer bake = form.integer("bake");
        RulesJson rules = new RulesJson(
                words(form.text("waves")),
                bake == null ? null : bake * SECONDS,
                form.text("maxUnavailable"),
                form.text("failureBudget"),
                window(form),
                form.integer("drainMinutes"),
                form.integer("installMinutes"),
                form.integer("rebootMinutes"));
        return new RolloutForm(
                form.text("name"),
                form.text("profile"),
                form.text("selector"),
                form.text("hook"),
                form.isChecked("evenUnknown"),
                rules);
    }

    private static @Nullable WindowJson window(Form form) {
        return form.text("from") == null && form.text("to") == null && form.text("days") == null
                ? null
                : new WindowJson(words(form.text("days")), form.text("from"), form.text("to"), form.text("zone"));
    }

    private static @Nullable List<String> words(@Nullable String text) {
        return text == null ? null : List.of(text.split("[\\s,]+"));
    }
}
