package dev.ibportal.portal.platform.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.portal.platform.fault.DomainFault.Malformed;
import dev.ibportal.portal.platform.fault.JsonFaults;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON merge patch (RFC 7396) on flat forms: what the patch does not name stays as it is, {@code null} sets it back to
 * its default.
 */
@ApplicationScoped
public class MergePatch {
    private final ObjectMapper json;

    MergePatch(ObjectMapper json) {
        this.json = json;
    }

    public <T> T apply(T present, @Nullable JsonNode patch, Class<T> type) {
        if (patch == null || !patch.isObject()) {
            throw new Malformed("A patch is a JSON object with the fields to change.");
        }
        ObjectNode merged = json.valueToTree(present);
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (!merged.has(field.getKey())) {
                throw new Malformed("There is no field \"" + field.getKey() + "\" that could be changed.");
            }
            merged.set(field.getKey(), field.getValue());
        }
        try {
            return json.treeToValue(merged, type);
        } catch (JsonProcessingException e) {
            throw JsonFaults.explain(e);
        }
    }
}
