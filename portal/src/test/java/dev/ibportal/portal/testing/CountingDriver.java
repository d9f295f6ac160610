package dev.ibportal.portal.testing;

import dev.ibportal.portal.platform.db.DbAccess;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's driver, which counts how often a statement is executed; a batch is one. */
public final class CountingDriver implements Driver {
    private static final AtomicInteger EXECUTED = new AtomicInteger();

    private final Driver driver = postgres();

    /** By name: compiling against the class brings warnings about annotations that it does not ship. */
    private static Driver postgres() {
        try {
            return Class.forName("org.postgresql.Driver")
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many statements went over the tenants' datasource while this ran. */
    public static int during(Runnable work) {
        int before = EXECUTED.get();
        work.run();
        return EXECUTED.get() - before;
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        Connection real = driver.connect(url, info);
        return real == null ? null : proxy(Connection.class, real, "", CountingDriver::countingStatement);
    }

    private static @Nullable Object countingStatement(@Nullable Object result, String sql) {
        if (!(result instanceof Statement)) {
            return result;
        }
        Class<?> type = result instanceof CallableStatement
                ? CallableStatement.class
                : result instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
        return proxy(type, result, sql, (of, text) -> of);
    }

    private static <T> T proxy(
            Class<T> type, Object real, String sql, BiFunction<@Nullable Object, String, @Nullable Object> results) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            String text =
                    arguments != null && arguments.length > 0 && arguments[0] instanceof String given ? given : sql;
            if (real instanceof Statement statement && method.getName().startsWith("execute")) {
                SqlStatements.count(text);
                if (isTenants(statement)) {
                    EXECUTED.incrementAndGet();
                }
            }
            return results.apply(call(real, method, arguments), text);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static boolean isTenants(Statement statement) throws SQLException {
        return DbAccess.APP_ROLE.equals(statement.getConnection().getMetaData().getUserName());
    }

    private static @Nullable Object call(Object real, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return driver.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return driver.getPropertyInfo(url, info);
    }

    @Override
    public int getMajorVersion() {
        return driver.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return driver.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return driver.jdbcCompliant();
    }

    @Override
    public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }
}
