package dev.ibportal.daemon.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.sm.SmPace;
import dev.ibportal.daemon.sm.UfmSettings;
import dev.ibportal.daemon.sm.UfmSignIn;
import dev.ibportal.daemon.testing.TestCa;
import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.DefaultRule;
import dev.ibportal.opensm.PartitionRule;
import dev.ibportal.opensm.PartitionsConf;
import dev.ibportal.opensm.PartitionsConfRenderer;
import dev.ibportal.opensm.PortMember;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;

/**
 * A UFM as far as its published REST interface goes, in front of a simulated OpenSM that it tells by a file. Where the
 * text leaves something open it does the less convenient thing: adding one who is there changes nothing, a call with one
 * wrong GUID does nothing at all, and a partition goes with its last member.
 */
final class UfmSimulator implements AutoCloseable {
    static final String TOKEN = "c0ffee-token";
    static final String PASSWORD = "123456";
    private static final int OK = 200;
    private static final int BAD = 400;
    private static final int NOT_FOUND = 404;

    private final Path dir;
    private final HostFiles files;
    private final SimulatedOpenSm below;
    private final ScheduledExecutorService timer;
    private final TestCa ca = new TestCa("site");
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<PKey, Partition> partitions = new TreeMap<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile Mood mood = (method, path, really) -> really.get();
    private volatile Optional<Guid> unwanted = Optional.empty();
    private static final Duration SYNC_DELAY = Duration.ofMillis(10);

    /** What answers a call; the usual thing happens when {@code really} is called. */
    interface Mood {
        Reply on(String method, String path, Supplier<Reply> really);
    }

    record Reply(int status, String body) {
        /** The connection is closed without one. */
        static final Reply CUT = new Reply(0, "");
    }

    private static final class Partition {
        private boolean ipoib = true;
        private int mtuLimit = 2;
        private double rateLimit = 2.5;
        private int serviceLevel;
        private final Map<Guid, PortMember> members = new TreeMap<>();
    }

    UfmSimulator(Path dir, HostFiles files, SimulatedOpenSm below, ScheduledExecutorService timer) {
        this.dir = dir;
        this.files = files;
        this.below = below;
        this.timer = timer;
        try {
            secret("token", TOKEN);
            secret("password", PASSWORD);
            pem("ca.pem", ca.certificate());
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls()) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters usual = getSSLContext().getDefaultSSLParameters();
                    usual.setWantClientAuth(true);
                    parameters.setSSLParameters(usual);
                }
            });
            server.setExecutor(threads);
            server.createContext("/", this::handle);
            server.start();
            synchronise();
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private SSLContext tls() throws GeneralSecurityException, IOException {
        KeyPair pair = TestCa.keys();
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("ufm", pair.getPrivate(), new char[0], new Certificate[] {
            ca.server(pair.getPublic(), "localhost"), ca.certificate()
        });
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, new char[0]);
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("site", ca.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    URI address() {
        return URI.create("https://localhost:" + server.getAddress().getPort());
    }

    /** As a daemon would be configured for it, with a token. */
    UfmSettings settings() {
        return settings(new UfmSignIn.Token(dir.resolve("token")), Optional.of(dir.resolve("ca.pem")));
    }

    UfmSettings settings(UfmSignIn signIn, Optional<Path> authorities) {
        SmPace pace = new SmPace(Duration.ofMillis(400), Duration.ofMillis(100), 4, Duration.ofHours(1));
        return new UfmSettings(address(), signIn, authorities, pace, Duration.ofMillis(200), Duration.ofMillis(1500));
    }

    Path secret(String name, String content) {
        try {
            Path file = Files.writeString(dir.resolve(name), content);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A certificate that this UFM lets in. */
    UfmSignIn clientCertificate() {
        KeyPair pair = TestCa.keys();
        pem("client.pem", ca.client(pair.getPublic(), "ibportal"));
        String key = Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded());
        return new UfmSignIn.Certificate(
                dir.resolve("client.pem"),
                secret("client.key", "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n"));
    }

    private void pem(String name, Certificate certificate) {
        try {
            String text = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
            Files.writeString(
                    dir.resolve(name), "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
        } catch (IOException | CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    void mood(Mood next) {
        mood = next;
    }

    void well() {
        mood = (method, path, really) -> really.get();
    }

    /** Somebody else, who uses UFM's own pages. */
    void byHand(PKey pkey, Guid port, MembershipType membership) {
        synchronized (partitions) {
            partitions
                    .computeIfAbsent(pkey, key -> new Partition())
                    .members
                    .put(port, new PortMember(port, membership));
        }
        changed();
    }

    void removeByHand(PKey pkey, Guid port) {
        remove(pkey, List.of(port));
    }

    Map<Guid, PortMember> members(PKey pkey) {
        synchronized (partitions) {
            Partition partition = partitions.get(pkey);
            return partition == null ? Map.of() : Map.copyOf(partition.members);
        }
    }

    /** MTU, rate and service level as one text; empty: no such partition. */
    String service(PKey pkey) {
        synchronized (partitions) {
            Partition partition = partitions.get(pkey);
            return partition == null
                    ? ""
                    : partition.mtuLimit + " " + partition.rateLimit + " " + partition.serviceLevel;
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        String method = exchange.getRequestMethod();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        calls.add(method + " " + path);
        Reply reply = isLetIn(exchange)
                ? mood.on(method, path, () -> answer(method, path.replaceFirst("^/ufmRest(V3)?", ""), body))
                : new Reply(401, "Unauthorized");
        if (reply.equals(Reply.CUT)) {
            exchange.close();
            return;
        }
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Location", address() + "/elsewhere");
        exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static boolean isLetIn(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        String said = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .orElse("");
        if (path.startsWith("/ufmRestV3/")) {
            return said.equals("Basic " + TOKEN);
        }
        String pair = Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        try {
            return said.equals("Basic " + pair)
                    || !((HttpsExchange) exchange)
                            .getSSLSession()
                            .getPeerPrincipal()
                            .getName()
                            .isEmpty();
        } catch (SSLPeerUnverifiedException e) {
            return false;
        }
    }

    private Reply answer(String method, String path, String body) {
        try {
            synchronized (partitions) {
                return route(method, path, body);
            }
        } catch (InvalidValueException | IOException e) {
            return new Reply(BAD, String.valueOf(e.getMessage()));
        }
    }

    private Reply route(String method, String path, String body) throws IOException {
        String pkeys = "/resources/pkeys";
        if (method.equals("GET") && path.equals("/app/ufm_version")) {
            return new Reply(OK, "{\"ufm_release_version\":\"6.20.2 build 1\"}");
        }
        if (method.equals("GET") && path.equals("/app/smconf")) {
            return new Reply(
                    OK, "{\"m_key\":\"0x0\",\"sm_key\":\"0x5ec4e7\",\"sa_key\":\"0x1\",\"m_key_per_port\":false}");
        }
        if (method.equals("GET") && path.startsWith(pkeys + "?")) {
            return new Reply(OK, Json.line(list(path.contains("guids_data=true"), path.contains("qos_conf=true"))));
        }
        if (method.equals("POST") && path.equals(pkeys + "/add")) {
            return make(Json.parse(body));
        }
        if (method.equals("PUT") && path.equals(pkeys + "/qos_conf")) {
            return serve(Json.parse(body));
        }
        if ((method.equals("POST") || method.equals("PUT")) && path.equals(pkeys)) {
            return bind(Json.parse(body), method.equals("PUT"));
        }
        if (method.equals("DELETE") && path.startsWith(pkeys + "/")) {
            String[] parts = path.substring(pkeys.length() + 1).split("/");
            List<Guid> guids = new ArrayList<>();
            for (String guid : parts[2].split(",")) {
                guids.add(Guid.parse(guid));
            }
            return remove(PKey.parseAny(parts[0]), guids);
        }
        return new Reply(NOT_FOUND, "no such resource");
    }

    private JsonNode list(boolean guids, boolean qos) {
        ObjectNode all = Json.object();
        ObjectNode management = all.putObject("0x7fff");
        management.put("partition", "management").put("ip_over_ib", true);
        if (guids) {
            management.putArray("guids");
        }
        partitions.forEach((pkey, partition) -> {
            ObjectNode one = all.putObject("0x" + Integer.toHexString(pkey.base()));
            one.put("partition", "api_pkey_0x" + Integer.toHexString(pkey.base()))
                    .put("ip_over_ib", partition.ipoib);
            if (guids) {
                ArrayNode members = one.putArray("guids");
                partition
                        .members
                        .values()
                        .forEach(member -> members.addObject()
                                .put(
                                        "guid",
                                        String.format("%016x", member.port().value()))
                                .put("membership", member.membership().text())
                                .put("index0", member.index0()));
            }
            if (qos) {
                one.put("mtu_limit", partition.mtuLimit)
                        .put("rate_limit", partition.rateLimit)
                        .put("service_level", partition.serviceLevel);
            }
        });
        return all;
    }

    private Reply make(JsonNode body) {
        PKey pkey = PKey.parseAny(body.path("pkey").asText()).requireTenant();
        if (partitions.containsKey(pkey)) {
            return new Reply(BAD, "PKey already exists");
        }
        Partition made = new Partition();
        made.ipoib = body.path("ip_over_ib").asBoolean(true);
        serve(made, body);
        partitions.put(pkey, made);
        changed();
        return new Reply(OK, "");
    }

    private Reply serve(JsonNode body) {
        Partition partition = partitions.get(PKey.parseAny(body.path("pkey").asText()));
        if (partition == null) {
            return new Reply(NOT_FOUND, "PKey does not exist");
        }
        serve(partition, body);
        changed();
        return new Reply(OK, "{}");
    }

    private static void serve(Partition partition, JsonNode body) {
        partition.mtuLimit = body.path("mtu_limit").asInt(2);
        partition.rateLimit = body.path("rate_limit").asDouble(2.5);
        partition.serviceLevel = body.path("service_level").asInt(0);
    }

    private Reply bind(JsonNode body, boolean only) {
        PKey pkey = PKey.parseAny(body.path("pkey").asText()).requireTenant();
        JsonNode guids = body.path("guids");
        JsonNode memberships = body.path("memberships");
        if (body.has("membership") && body.has("memberships")) {
            return new Reply(BAD, "membership and memberships exclude each other");
        }
        if (guids.isEmpty() || memberships.size() != guids.size()) {
            return new Reply(BAD, "memberships must be as many as guids");
        }
        Map<Guid, PortMember> members = new TreeMap<>();
        for (int i = 0; i < guids.size(); i++) {
            String text = guids.path(i).asText();
            if (text.length() < 16 || text.length() > 20) {
                return new Reply(BAD, "invalid GUID " + text);
            }
            Guid guid = Guid.parse(text);
            if (unwanted.filter(guid::equals).isPresent()) {
                return new Reply(BAD, "unknown GUID " + text);
            }
            members.put(
                    guid,
                    new PortMember(
                            guid,
                            MembershipType.parse(memberships.path(i).asText()),
                            body.path("index0").asBoolean(false)));
        }
        Partition partition = partitions.computeIfAbsent(pkey, key -> {
            Partition made = new Partition();
            made.ipoib = body.path("ip_over_ib").asBoolean(true);
            return made;
        });
        if (only) {
            partition.members.clear();
        }
        members.forEach(partition.members::putIfAbsent);
        changed();
        return new Reply(OK, "");
    }

    /** This port UFM does not want to know. */
    void refuse(Guid port) {
        unwanted = Optional.of(port);
    }

    private Reply remove(PKey pkey, List<Guid> guids) {
        synchronized (partitions) {
            Partition partition = partitions.get(pkey);
            if (partition == null) {
                return new Reply(NOT_FOUND, "PKey does not exist");
            }
            guids.forEach(partition.members::remove);
            if (partition.members.isEmpty()) {
                partitions.remove(pkey);
            }
            changed();
            return new Reply(OK, "");
        }
    }

    private void changed() {
        timer.schedule(this::synchronise, SYNC_DELAY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What it has by now becomes OpenSM's file. */
    private void synchronise() {
        List<PartitionRule> rules = new ArrayList<>();
        synchronized (partitions) {
            partitions.forEach((pkey, partition) -> rules.add(new PartitionRule(
                    pkey,
                    partition.ipoib ? Optional.of(BroadcastGroup.DEFAULT) : Optional.empty(),
                    partition.serviceLevel,
                    List.copyOf(partition.members.values()))));
            try {
                files.write(
                        SimulatedOpenSm.PARTITIONS_FILE,
                        PartitionsConfRenderer.render(
                                new PartitionsConf(DefaultRule.of(MembershipType.LIMITED), rules)),
                        FileMode.WORLD_READABLE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        files.read(SimulatedOpenSm.PID_FILE).found().ifPresent(pid -> below.hangup(Long.parseLong(pid.strip())));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
