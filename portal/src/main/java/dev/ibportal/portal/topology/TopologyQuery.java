package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.UriInfo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to see of a fabric. Public for the template.
 *
 * @param search part of a name or GUID; empty: nothing is searched
 * @param colour tenant, partition, or empty
 * @param pkey of the partition that is painted
 * @param leaf GUID of the one switch that is looked at; empty: all
 * @param zoom how many times as large, 1 to 4
 * @param page of the table, from 1
 */
public record TopologyQuery(String path, String search, String colour, String pkey, String leaf, int zoom, int page) {
    static final int MOST_ZOOM = 4;
    private static final int MOST_PAGES = 10_000;

    static TopologyQuery read(UriInfo uri) {
        MultivaluedMap<String, String> query = uri.getQueryParameters();
        String colour = text(query.getFirst("colour"));
        return new TopologyQuery(
                uri.getPath(),
                text(query.getFirst("search")),
                colour.equals("tenant") || colour.equals("partition") ? colour : "",
                key(text(query.getFirst("pkey"))),
                text(query.getFirst("leaf")),
                number("zoom", query.getFirst("zoom"), MOST_ZOOM),
                number("page", query.getFirst("page"), MOST_PAGES));
    }

    private static String text(@Nullable String value) {
        return Optional.ofNullable(value).map(String::strip).orElse("");
    }

    /** As partitions are shown, whichever membership was typed; what is no key stays as it is and is in no table. */
    private static String key(String text) {
        try {
            return text.isEmpty() ? "" : PKey.parseAny(text).toString();
        } catch (InvalidValueException e) {
            return text;
        }
    }

    /** Whether the PKey that was typed is one. */
    public boolean isKey() {
        return pkey.matches("0x[0-9a-f]{4}");
    }

    public boolean isKeyWrong() {
        return !pkey.isEmpty() && !isKey();
    }

    private static int number(String name, @Nullable String value, int most) {
        return value == null || value.isEmpty() ? 1 : QueryValues.number(name, value, 1, most);
    }

    public boolean isSearching() {
        return !search.isEmpty() || !pkey.isEmpty();
    }

    String needle() {
        return search.toLowerCase(Locale.ROOT);
    }

    public String leafHref(String guid) {
        return new TopologyQuery(path, search, colour, pkey, guid, 1, 1).href();
    }

    public String allHref() {
        return leafHref("");
    }

    public String zoomHref(int times) {
        return new TopologyQuery(path, search, colour, pkey, leaf, times, page).href();
    }

    public String pageHref(int number) {
        return new TopologyQuery(path, search, colour, pkey, leaf, zoom, number).href() + "#hosts";
    }

    public boolean canZoomIn() {
        return zoom < MOST_ZOOM;
    }

    private String href() {
        return path + "?search=" + URLEncoder.encode(search, StandardCharsets.UTF_8) + "&colour=" + colour + "&pkey="
                + URLEncoder.encode(pkey, StandardCharsets.UTF_8) + "&leaf="
                + URLEncoder.encode(leaf, StandardCharsets.UTF_8) + "&zoom=" + zoom + "&page=" + page;
    }
}
