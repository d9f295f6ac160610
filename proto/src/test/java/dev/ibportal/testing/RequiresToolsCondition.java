package dev.ibportal.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Decides what {@link RequiresTools} asks for. */
final class RequiresToolsCondition implements ExecutionCondition {
    private static final String NO_SKIP = "IBPORTAL_NO_SKIP";

    private final Predicate<String> isInstalled;
    private final boolean isLinuxRoot;
    private final boolean mayNotSkip;

    RequiresToolsCondition() {
        this(
                tool -> Tools.find(tool).isPresent(),
                isLinuxRoot(System.getProperties().getProperty("os.name"), System.getProperty("user.name")),
                mayNotSkip(System.getenv(), System.getProperty(NO_SKIP, "")));
    }

    RequiresToolsCondition(Predicate<String> isInstalled, boolean isLinuxRoot, boolean mayNotSkip) {
        this.isInstalled = isInstalled;
        this.isLinuxRoot = isLinuxRoot;
        this.mayNotSkip = mayNotSkip;
    }

    static boolean isLinuxRoot(String osName, String userName) {
        return osName.toLowerCase(Locale.ROOT).startsWith("linux") && userName.equals("root");
    }

    static boolean mayNotSkip(Map<String, String> environment, String property) {
        return property.equals("true") || environment.getOrDefault(NO_SKIP, "").equals("true");
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<RequiresTools> wanted =
                context.getElement().flatMap(element -> AnnotationSupport.findAnnotation(element, RequiresTools.class));
        return wanted.map(this::evaluate).orElseGet(() -> ConditionEvaluationResult.enabled("needs no tools"));
    }

    ConditionEvaluationResult evaluate(RequiresTools wanted) {
        List<String> missing = new ArrayList<>();
        if (wanted.root() && !isLinuxRoot) {
            missing.add("root on Linux");
        }
        for (String tool : wanted.value()) {
            if (!isInstalled.test(tool)) {
                missing.add(tool);
            }
        }
        if (missing.isEmpty()) {
            return ConditionEvaluationResult.enabled("all tools are there");
        }
        String reason = "missing on this machine: " + String.join(", ", missing);
        if (mayNotSkip) {
            throw new IllegalStateException(reason + " (" + NO_SKIP + " forbids to skip)");
        }
        return ConditionEvaluationResult.disabled(reason);
    }
}
