package dev.ibportal.daemon.sm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKeyState;
import dev.ibportal.agent.v1.SmKind;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.journal.Actions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * UFM over its REST interface. Level-triggered: each pass reads what UFM has, tells it the difference, and reads again;
 * neither a status nor a time of UFM's is believed.
 */
final class UfmManager implements Manager {
    private static final Logger LOG = LoggerFactory.getLogger(UfmManager.class);

    /** One pass takes no longer than this and one call, so that newer documents and questions get their turn. */
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private static final int MOST_WARNINGS = 20;

    private final UfmSettings settings;
    private final UfmClient client;
    private final CommandRunner commands;
    private final Actions actions;
    private final Clock clock;

    // Used on the lane only.
    private Progress progress = Progress.STUCK;
    private Optional<String> trouble = Optional.of("UFM was not asked yet");
    private String version = "";
    private Instant compared = Instant.MIN;
    private List<String> warnings = List.of();
    private List<SmKey> keys = List.of();

    UfmManager(UfmSettings settings, UfmClient client, CommandRunner commands, Actions actions, Clock clock) {
        this.settings = settings;
        this.client = client;
        this.commands = commands;
        this.actions = actions;
        this.clock = clock;
    }

    @Override
    public SmKind kind() {
        return SmKind.SM_KIND_UFM;
    }

    @Override
    public String name() {
        return "UFM";
    }

    /** UFM's interface has a word for it; whether the key is there shows in the port's table. */
    @Override
    public Optional<String> index0Obstacle(TableReader tables) {
        return Optional.empty();
    }

    @Override
    public Optional<String> obstacle(SmDocument document) {
        return UfmPlan.obstacle(document);
    }

    @Override
    public Optional<String> put(SmDocument document, String text) {
        progress = Progress.MORE;
        return Optional.empty();
    }

    @Override
    public boolean look(SmDocument applied) {
        return progress == Progress.MORE && pass(applied);
    }

    @Override
    public boolean mend(SmDocument applied) {
        boolean due = progress != Progress.DONE || !clock.instant().isBefore(compared.plus(settings.compareEvery()));
        if (due) {
            return pass(applied);
        }
        try {
            askVersion();
            trouble = Optional.empty();
        } catch (UfmTrouble e) {
            trouble = Optional.of(e.text());
        }
        return false;
    }

    private boolean pass(SmDocument applied) {
        boolean told = false;
        try {
            askVersion();
            UfmPlan plan = plan(applied);
            Done done = new Done();
            told = !plan.calls().isEmpty();
            if (told && !run(plan.calls(), done)) {
                progress = done.succeeded > 0 ? Progress.MORE : Progress.STUCK;
                trouble = Optional.of("UFM is still being told: " + done.succeeded + " of "
                        + plan.calls().size() + " changes of this pass are done");
                return true;
            }
            end(told ? plan(applied) : plan, done);
        } catch (UfmTrouble e) {
            LOG.warn("{}", e.text());
            progress = Progress.STUCK;
            trouble = Optional.of(e.text());
        }
        return told;
    }

    private void end(UfmPlan left, Done done) {
        compared = clock.instant();
        keys = askKeys();
        List<UfmCall> undone = left.calls().stream()
                .filter(call -> !(call instanceof UfmCall.Serve))
                .toList();
        List<String> lines = new ArrayList<>(left.warnings());
        left.calls().stream()
                .filter(UfmCall.Serve.class::isInstance)
                .forEach(call -> lines.add("UFM did not follow: " + call.text()));
        warnings = List.copyOf(lines.subList(0, Math.min(MOST_WARNINGS, lines.size())));
        progress = undone.isEmpty() ? Progress.DONE : Progress.STUCK;
        trouble = undone.isEmpty()
                ? Optional.empty()
                : Optional.of("UFM does not have what it was given; still to do: "
                        + undone.get(0).text()
                        + (undone.size() > 1 ? " and " + (undone.size() - 1) + " more" : "")
                        + done.refusals.stream()
                                .findFirst()
                                .map(why -> "; it refused: " + why)
                                .orElse(""));
        trouble.ifPresent(text -> LOG.warn("{}", text));
    }

    /** What came of the calls of one pass. */
    private static final class Done {
        private final List<String> refusals = new ArrayList<>();
        private int succeeded;
    }

    /** False: time is up before all of them were made. */
    private boolean run(List<UfmCall> calls, Done done) throws UfmTrouble {
        Instant end = clock.instant().plus(BUDGET);
        Deque<UfmCall> left = new ArrayDeque<>(calls);
        while (!left.isEmpty()) {
            if (clock.instant().isAfter(end)) {
                return false;
            }
            UfmCall call = left.pop();
            UfmClient.Answer answer = tell(call);
            if (answer.isDone()) {
                done.succeeded++;
                continue;
            }
            // One port that UFM does not want must not keep the others out.
            List<UfmCall> halves = call.halves();
            if (halves.isEmpty()) {
                done.refusals.add(call.text() + ": " + answer.quote());
            }
            for (int i = halves.size() - 1; i >= 0; i--) {
                left.push(halves.get(i));
            }
        }
        return true;
    }

    private UfmClient.Answer tell(UfmCall call) throws UfmTrouble {
        Instant begun = clock.instant();
        Command words = Command.of("UFM", call.method(), call.path(), call.text());
        try {
            UfmClient.Answer answer = client.call(call.method(), call.path(), call.body());
            actions.command(
                    CommandResult.exited(words, answer.isDone() ? 0 : answer.status(), "", answer.quote()),
                    Duration.between(begun, clock.instant()));
            return answer;
        } catch (UfmTrouble e) {
            actions.command(CommandResult.timedOut(words, "", e.text()), Duration.between(begun, clock.instant()));
            throw e;
        }
    }

    private UfmPlan plan(SmDocument applied) throws UfmTrouble {
        return UfmPlan.of(
                applied,
                UfmPartition.all(get(UfmCall.PKEYS + "?guids_data=true"), get(UfmCall.PKEYS + "?qos_conf=true")));
    }

    private String get(String path) throws UfmTrouble {
        UfmClient.Answer answer = client.call("GET", path, "");
        if (!answer.isDone()) {
            throw new UfmTrouble("GET " + path + " at " + settings.address() + ": UFM answered " + answer.quote());
        }
        return answer.body();
    }

    private void askVersion() throws UfmTrouble {
        String body = get("/app/ufm_version");
        try {
            version = Json.parse(body).path("ufm_release_version").asText("of unknown version");
        } catch (JsonProcessingException e) {
            throw new UfmTrouble("what answers at " + settings.address() + " is no UFM: its version is no JSON", e);
        }
    }

    /** What cannot be read is not known, and no reason to hold anything up. Values are looked at and forgotten. */
    private List<SmKey> askKeys() {
        JsonNode found = Json.object();
        try {
            UfmClient.Answer answer = client.call("GET", "/app/smconf", "");
            found = answer.isDone() ? Json.parse(answer.body()) : found;
        } catch (UfmTrouble | JsonProcessingException e) {
            LOG.warn(
                    "UFM did not say whether its keys are set ({})",
                    e.getClass().getSimpleName());
        }
        List<SmKey> states = new ArrayList<>();
        for (String name : SmOptions.KEYS) {
            String value = found.path(name).asText("");
            states.add(SmKey.newBuilder()
                    .setName(name)
                    .setState(value.isEmpty() ? SmKeyState.SM_KEY_STATE_UNKNOWN : SmOptions.state(value))
                    .build());
        }
        return states;
    }

    @Override
    public List<SmKey> keys() {
        return keys;
    }

    @Override
    public Progress progress() {
        return progress;
    }

    /** A UFM that does not answer says nothing about the subnet manager, and one that answers little. */
    @Override
    public boolean hasServiceLevels() {
        return true;
    }

    @Override
    public Liveness liveness() {
        if (trouble.isPresent()) {
            return new Liveness(SmLiveness.SM_LIVENESS_UNKNOWN, trouble.get());
        }
        SmInfo.Answer answer = SmInfo.ask(commands);
        String ufm = "UFM " + version + " at " + settings.address();
        return answer.master().isPresent()
                ? new Liveness(
                        SmLiveness.SM_LIVENESS_RUNNING,
                        ufm + "; " + answer.master().get())
                : new Liveness(
                        SmLiveness.SM_LIVENESS_UNKNOWN,
                        ufm + " answers, but the subnet manager gave no answer on the fabric: " + answer.trouble());
    }

    /** Its log is not ours to read, so only time tells. */
    @Override
    public boolean hasSwept() {
        return false;
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }
}
