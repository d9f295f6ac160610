package dev.ibportal.daemon.sm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One change at UFM, as its REST interface takes it. */
sealed interface UfmCall {
    String PKEYS = "/resources/pkeys";

    String method();

    String path();

    /** JSON; empty: none. */
    String body();

    /** For messages and the journal. */
    String text();

    /** The same as two smaller ones; empty where there is nothing to part. */
    default List<UfmCall> halves() {
        return List.of();
    }

    /** The low 15 bits, which is what UFM calls a PKey. */
    static String key(PKey pkey) {
        return String.format(Locale.ROOT, "0x%04x", pkey.base());
    }

    static String hex(Guid guid) {
        return String.format(Locale.ROOT, "%016x", guid.value());
    }

    /**
     * What a partition offers its members.
     *
     * @param mtuLimit KiB
     * @param rateLimit Gb/s
     */
    record Service(int mtuLimit, double rateLimit, int serviceLevel) {
        private ObjectNode in(ObjectNode body) {
            return body.put("mtu_limit", mtuLimit).put("rate_limit", rateLimit).put("service_level", serviceLevel);
        }
    }

    /** A partition without members yet, so that it has its service from the first member on. */
    record Create(PKey pkey, boolean ipoib, Service service) implements UfmCall {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return PKEYS + "/add";
        }

        @Override
        public String body() {
            ObjectNode body =
                    Json.object().put("pkey", key(pkey)).put("index0", false).put("ip_over_ib", ipoib);
            return Json.line(service.in(body));
        }

        @Override
        public String text() {
            return "make partition " + pkey;
        }
    }

    record Serve(PKey pkey, Service service) implements UfmCall {
        @Override
        public String method() {
            return "PUT";
        }

        @Override
        public String path() {
            return PKEYS + "/qos_conf";
        }

        @Override
        public String body() {
            return Json.line(service.in(Json.object().put("pkey", key(pkey))));
        }

        @Override
        public String text() {
            return "set the service of partition " + pkey;
        }
    }

    /**
     * Members that are added, or with {@code only} all that there are afterwards.
     *
     * @param index0 of all of them: the interface takes it once for each call
     */
    record Bind(PKey pkey, boolean ipoib, boolean index0, SortedMap<Guid, MembershipType> members, boolean only)
            implements UfmCall {
        public Bind {
            members = new TreeMap<>(members);
        }

        @Override
        public String method() {
            return only ? "PUT" : "POST";
        }

        @Override
        public String path() {
            return PKEYS;
        }

        @Override
        public String body() {
            ArrayNode guids = Json.array();
            ArrayNode memberships = Json.array();
            members.forEach((guid, membership) -> {
                guids.add(hex(guid));
                memberships.add(membership.text());
            });
            ObjectNode body = Json.object()
                    .put("pkey", key(pkey))
                    .put("ip_over_ib", ipoib)
                    .put("index0", index0);
            body.set("guids", guids);
            body.set("memberships", memberships);
            return Json.line(body);
        }

        @Override
        public String text() {
            return (only ? "set" : "add") + " " + several(members.keySet()) + " in partition " + pkey;
        }

        /** Only additions: half of what is to be set would take the other half out. */
        @Override
        public List<UfmCall> halves() {
            if (only || members.size() < 2) {
                return List.of();
            }
            Guid middle = new ArrayList<>(members.keySet()).get(members.size() / 2);
            return List.of(
                    new Bind(pkey, ipoib, index0, members.headMap(middle), false),
                    new Bind(pkey, ipoib, index0, members.tailMap(middle), false));
        }
    }

    record Remove(PKey pkey, List<Guid> ports) implements UfmCall {
        public Remove {
            ports = List.copyOf(ports);
        }

        @Override
        public String method() {
            return "DELETE";
        }

        @Override
        public String path() {
            return PKEYS + "/" + key(pkey) + "/guids/"
                    + ports.stream().map(UfmCall::hex).collect(Collectors.joining(","));
        }

        @Override
        public String body() {
            return "";
        }

        @Override
        public String text() {
            return "take " + several(ports) + " out of partition " + pkey;
        }

        @Override
        public List<UfmCall> halves() {
            return ports.size() < 2
                    ? List.of()
                    : List.of(
                            new Remove(pkey, ports.subList(0, ports.size() / 2)),
                            new Remove(pkey, ports.subList(ports.size() / 2, ports.size())));
        }
    }

    private static String several(Iterable<Guid> ports) {
        List<Guid> all = new ArrayList<>();
        ports.forEach(all::add);
        return all.size() == 1 ? "port " + all.get(0) : all.size() + " ports from " + all.get(0);
    }
}
