package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A copy of the built portal whose audit log keeps nothing and whose fence sets nothing, and a database whose tables are open
 * to every tenant.
 */
final class Variant {
    private static final List<String> CLASSES = List.of("auditlog/AuditLog", "platform/tenancy/TenantFence");

    private Variant() {}

    /** Makes the copy; answers the jar to start. */
    static Path build(Path builtJar, Path into) {
        try {
            Path app = Objects.requireNonNull(builtJar.getParent(), "a jar is in a folder");
            copy(app, into);
            for (String name : CLASSES) {
                replace(name, into);
            }
            return into.resolve("quarkus-run.jar");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replace(String name, Path app) throws IOException {
        String simple = name.substring(name.lastIndexOf('/') + 1);
        Path source = Files.createDirectories(app.resolve("variant")).resolve(simple + ".java");
        try (InputStream text = Variant.class.getResourceAsStream("/bench-variant/" + simple + ".java.txt")) {
            Files.write(
                    source, Objects.requireNonNull(text, "the variant's source").readAllBytes());
        }
        compile(source, app);
        String entry = "dev/ibportal/portal/" + name + ".class";
        byte[] compiled = Files.readAllBytes(app.resolve("variant").resolve(entry));
        int replaced = 0;
        for (Path jar : jars(app)) {
            replaced += replace(jar, entry, compiled) ? 1 : 0;
        }
        if (replaced == 0) {
            throw new IllegalStateException(name + " is in no jar of the portal");
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each).toString()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private static void compile(Path source, Path app) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = jars(app).stream().map(Path::toString).collect(Collectors.joining(":"));
        String folder = app.resolve("variant").toString();
        int status = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-cp",
                classPath,
                "-d",
                folder,
                source.toString());
        if (status != 0) {
            throw new IllegalStateException(source.getFileName() + " does not compile");
        }
    }

    /** Where the class is, the class is replaced: Quarkus keeps one in the application and perhaps a transformed one. */
    private static boolean replace(Path jar, String name, byte[] compiled) throws IOException {
        URI uri = URI.create("jar:" + jar.toUri());
        try (FileSystem files = FileSystems.newFileSystem(uri, Map.of())) {
            Path entry = files.getPath(name);
            if (!Files.exists(entry)) {
                return false;
            }
            Files.write(entry, compiled);
            return true;
        }
    }

    /** Takes row-level security and the triggers that watch for changes without an event out of a database. */
    static void open(Connection superuser) throws SQLException {
        String sql = """
                DO $$ DECLARE t record; BEGIN
                  FOR t IN SELECT c.oid::regclass AS name FROM pg_class c
                           WHERE c.relrowsecurity AND c.relnamespace = 'public'::regnamespace LOOP
                    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', t.name);
                    EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', t.name);
                  END LOOP;
                  FOR t IN SELECT g.tgrelid::regclass AS name FROM pg_trigger g WHERE g.tgname = 'change_is_told' LOOP
                    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER change_is_told', t.name);
                  END LOOP;
                END $$""";
        try (Statement statement = superuser.createStatement()) {
            statement.execute(sql);
        }
    }
}
