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

/** A copy of the built portal whose audit log keeps nothing, and a database whose tables are open to every tenant. */
final class Variant {
    private static final String CLASS = "dev/ibportal/portal/auditlog/AuditLog.class";

    private Variant() {}

    /** Makes the copy; answers the jar to start. */
    static Path build(Path builtJar, Path into) {
        try {
            Path app = Objects.requireNonNull(builtJar.getParent(), "a jar is in a folder");
            copy(app, into);
            Path source = Files.createDirectories(into.resolve("variant")).resolve("AuditLog.java");
            try (InputStream text = Variant.class.getResourceAsStream("/bench-variant/AuditLog.java.txt")) {
                Files.write(
                        source,
                        Objects.requireNonNull(text, "the variant's source").readAllBytes());
            }
            compile(source, into);
            byte[] compiled = Files.readAllBytes(into.resolve("variant").resolve(CLASS));
            for (Path jar : jars(into)) {
                replace(jar, compiled);
            }
            return into.resolve("quarkus-run.jar");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
            throw new IllegalStateException("the variant of the audit log does not compile");
        }
    }

    /** Where the class is, the class is replaced: Quarkus keeps one in the application and perhaps a transformed one. */
    private static void replace(Path jar, byte[] compiled) throws IOException {
        URI uri = URI.create("jar:" + jar.toUri());
        try (FileSystem files = FileSystems.newFileSystem(uri, Map.of())) {
            Path entry = files.getPath(CLASS);
            if (Files.exists(entry)) {
                Files.write(entry, compiled);
            }
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
