package dev.ibportal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What version 1.3.0 of the published schema asks of the classes that are used, written down from it by hand. */
class OcsfSchemaTest {
    private static final Map<String, List<String>> REQUIRED = Map.of(
            "",
            List.of(
                    "activity_id",
                    "actor",
                    "api",
                    "category_uid",
                    "class_uid",
                    "metadata",
                    "severity_id",
                    "src_endpoint",
                    "time",
                    "type_uid"),
            "/api",
            List.of("operation"),
            "/api/request",
            List.of("uid"),
            "/metadata",
            List.of("product", "version"),
            "/metadata/product",
            List.of("vendor_name"));
    private static final Map<String, Set<String>> KNOWN = Map.of(
            "",
            Set.of(
                    "activity_id",
                    "activity_name",
                    "actor",
                    "api",
                    "category_name",
                    "category_uid",
                    "class_name",
                    "class_uid",
                    "metadata",
                    "raw_data",
                    "resources",
                    "severity_id",
                    "src_endpoint",
                    "status",
                    "status_code",
                    "status_detail",
                    "status_id",
                    "time",
                    "type_name",
                    "type_uid"),
            "/api",
            Set.of("operation", "request"),
            "/api/request",
            Set.of("uid"),
            "/actor",
            Set.of("user"),
            "/actor/user",
            Set.of("name", "type_id", "uid"),
            "/metadata",
            Set.of("event_code", "log_name", "original_time", "product", "sequence", "tenant_uid", "uid", "version"),
            "/metadata/product",
            Set.of("name", "vendor_name"),
            "/src_endpoint",
            Set.of("ip", "name"),
            "/resources/0",
            Set.of("name", "namespace", "type", "uid"));
    private static final Map<String, List<String>> AT_LEAST_ONE = Map.of(
            "/actor/user", List.of("name", "uid"),
            "/src_endpoint", List.of("ip", "name"),
            "/resources/0", List.of("name", "uid"));

    private static JsonNode line(AuditRecord event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EventSink sink = EventFormat.OCSF.sink(out);
        sink.write(new ExportedEvent(9L, event));
        sink.finish();
        return new ObjectMapper().readTree(out.toByteArray());
    }

    private static AuditRecord event(String action, String object, String outcome, String source, boolean person) {
        return new AuditRecord(
                7,
                Instant.parse("2031-03-29T22:59:59.123456Z"),
                person ? "11111111-2222-3333-4444-555555555555" : null,
                person ? "olga" : "system:fabric",
                null,
                null,
                "",
                null,
                "",
                action,
                "pool",
                object,
                object,
                null,
                null,
                outcome,
                outcome.equals("success") ? "" : "not allowed",
                "aaaaaaaa-2222-3333-4444-555555555555",
                source);
    }

    private static List<JsonNode> samples() throws IOException {
        List<JsonNode> samples = new ArrayList<>();
        for (boolean person : new boolean[] {true, false}) {
            for (String object : List.of("", "10.77.90.0/29")) {
                for (String outcome : List.of("success", "denied", "failed")) {
                    samples.add(line(event("pool.create", object, outcome, "", person)));
                    samples.add(line(event("node.apply-plan", object, outcome, "fd00::1", person)));
                }
            }
        }
        return samples;
    }

    @Test
    void whatIsRequiredIsThereAndNothingThatTheSchemaDoesNotKnow() throws IOException {
        for (JsonNode event : samples()) {
            REQUIRED.forEach((place, names) -> names.forEach(name ->
                    assertThat(event.at(place).has(name)).as(place + "/" + name).isTrue()));
            KNOWN.forEach((place, names) -> event.at(place)
                    .fieldNames()
                    .forEachRemaining(
                            name -> assertThat(names).as(place + " of " + event).contains(name)));
            AT_LEAST_ONE.forEach((place, names) -> {
                if (!event.at(place).isMissingNode()) {
                    assertThat(names).as(place).anyMatch(event.at(place)::has);
                }
            });
            assertThat(event.findValuesAsText("name")).doesNotContain("");
        }
    }

    @Test
    void numbersAndTheirWordsGoTogether() throws IOException {
        for (JsonNode event : samples()) {
            int activity = event.path("activity_id").asInt();
            assertThat(event.path("category_uid").asInt()).isEqualTo(6);
            assertThat(event.path("class_uid").asInt()).isEqualTo(6003);
            assertThat(event.path("type_uid").asInt()).isEqualTo(600300 + activity);
            assertThat(activity).isIn(1, 2, 3, 4, 99);
            assertThat(event.path("severity_id").asInt()).isIn(1, 2);
            assertThat(event.path("status").asText())
                    .isEqualTo(event.path("status_id").asInt() == 1 ? "Success" : "Failure");
            assertThat(event.path("time").asLong()).isEqualTo(1932591599123L);
        }
    }

    /** Log-ins and accounts are what a SIEM has rules for; the classes of their category know no api and no resources. */
    @Test
    void logInsAndAccountsHaveClassesOfTheirOwn() throws IOException {
        List<String> known = new ArrayList<>(KNOWN.get(""));
        known.removeAll(List.of("api", "resources"));
        known.addAll(List.of("user", "service"));
        for (String wanted : List.of(
                "session.login 3002 1 Logon",
                "session.logout 3002 2 Logoff",
                "session.token 3002 99 token",
                "user.create 3001 1 Create",
                "user.change-password 3001 3 Password Change",
                "user.disable 3001 5 Disable",
                "service-account.remove 3001 6 Delete",
                "user.change-roles 3001 99 change-roles")) {
            String[] parts = wanted.split(" ", 4);
            for (String object : List.of("", "olga")) {
                JsonNode event = line(event(parts[0], object, "denied", "fd00::1", false));

                assertThat(event.path("category_uid").asInt()).isEqualTo(3);
                assertThat(event.path("class_uid").asText()).isEqualTo(parts[1]);
                assertThat(event.path("activity_id").asText()).isEqualTo(parts[2]);
                assertThat(event.path("type_uid").asInt())
                        .isEqualTo(Integer.parseInt(parts[1]) * 100 + Integer.parseInt(parts[2]));
                assertThat(event.path("activity_name").asText()).isEqualTo(parts[3]);
                assertThat(event.fieldNames()).toIterable().isSubsetOf(known);
                assertThat(event.at("/user/name").asText()).isEqualTo(object.isEmpty() ? "unknown" : "olga");
                assertThat(event.at("/metadata/correlation_uid").asText()).startsWith("aaaaaaaa");
                assertThat(event.at("/service/name").isMissingNode()).isEqualTo(parts[1].equals("3001"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool.create 1 Create",
                "audit.export 2 Read",
                "pool.update 3 Update",
                "pool.delete 4 Delete",
                "partition.remove 4 Delete",
                "node.retire 4 Delete",
                "node.apply-plan 99 apply-plan"
            })
    void theVerbDecides(String wanted) throws IOException {
        String[] parts = wanted.split(" ");
        JsonNode event = line(event(parts[0], "x", "success", "", true));

        assertThat(event.path("activity_id").asText()).isEqualTo(parts[1]);
        assertThat(event.path("activity_name").asText()).isEqualTo(parts[2]);
    }
}
