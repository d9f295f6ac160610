package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.core.Exclusion;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpRange;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of the ranges and exclusions of pools. The pool is locked by the caller. */
@ApplicationScoped
class PoolSpanSql {
    record Ranged(UUID id, IpRange span) {}

    record Excluding(UUID id, Exclusion exclusion) {}

    List<Ranged> ranges(Connection connection, UUID pool) throws SQLException {
        return Sql.of(
                        "SELECT id, lower(span) AS lo, upper(span) AS hi FROM pool_range WHERE pool_id = ? ORDER BY span",
                        pool)
                .list(connection, row -> new Ranged(Rows.id(row, "id"), span(row)));
    }

    List<Excluding> exclusions(Connection connection, UUID pool) throws SQLException {
        return Sql.of("""
                        SELECT id, lower(span) AS lo, upper(span) AS hi, pattern, reason FROM pool_exclusion
                        WHERE pool_id = ? ORDER BY span, id""", pool)
                .list(
                        connection,
                        row -> new Excluding(
                                Rows.id(row, "id"),
                                new Exclusion(span(row), row.getString("pattern"), row.getString("reason"))));
    }

    private static IpRange span(ResultSet row) throws SQLException {
        return new IpRange(IpAddress.parse(row.getString("lo")), IpAddress.parse(row.getString("hi")));
    }

    void addRanges(Connection connection, UUID tenant, UUID pool, List<IpRange> ranges) throws SQLException {
        if (ranges.isEmpty()) {
            return;
        }
        Sql.of(
                        """
                        INSERT INTO pool_range (tenant_id, pool_id, span)
                        SELECT ?, ?, inetrange(s.lo, s.hi, '[]') FROM unnest(?::inet[], ?::inet[]) s (lo, hi)""",
                        tenant,
                        pool,
                        ranges.stream().map(IpRange::first).toList(),
                        ranges.stream().map(IpRange::last).toList())
                .update(connection);
    }

    void addExclusions(Connection connection, UUID tenant, UUID pool, List<Exclusion> exclusions) throws SQLException {
        if (exclusions.isEmpty()) {
            return;
        }
        Sql.of(
                        """
                        INSERT INTO pool_exclusion (tenant_id, pool_id, span, pattern, reason)
                        SELECT ?, ?, inetrange(s.lo, s.hi, '[]'), s.pattern, s.reason
                        FROM unnest(?::inet[], ?::inet[], ?::text[], ?::text[]) s (lo, hi, pattern, reason)""",
                        tenant,
                        pool,
                        exclusions.stream().map(each -> each.span().first()).toList(),
                        exclusions.stream().map(each -> each.span().last()).toList(),
                        exclusions.stream()
                                .<@Nullable String>map(Exclusion::pattern)
                                .toList(),
                        exclusions.stream().map(Exclusion::reason).toList())
                .update(connection);
    }

    void change(Connection connection, UUID range, IpRange span) throws SQLException {
        Sql.of(
                        "UPDATE pool_range SET span = inetrange(?::inet, ?::inet, '[]') WHERE id = ?",
                        span.first(),
                        span.last(),
                        range)
                .update(connection);
    }

    void change(Connection connection, UUID id, Exclusion exclusion) throws SQLException {
        Sql.of("""
                        UPDATE pool_exclusion SET span = inetrange(?::inet, ?::inet, '[]'), pattern = ?, reason = ?
                        WHERE id = ?""", exclusion.span().first(), exclusion.span().last(), exclusion.pattern(), exclusion.reason(), id)
                .update(connection);
    }

    void dropRange(Connection connection, UUID range) throws SQLException {
        Sql.of("DELETE FROM pool_range WHERE id = ?", range).update(connection);
    }

    void dropExclusion(Connection connection, UUID exclusion) throws SQLException {
        Sql.of("DELETE FROM pool_exclusion WHERE id = ?", exclusion).update(connection);
    }

    void dropAll(Connection connection, UUID pool) throws SQLException {
        Sql.of("DELETE FROM pool_range WHERE pool_id = ?", pool).update(connection);
        Sql.of("DELETE FROM pool_exclusion WHERE pool_id = ?", pool).update(connection);
    }
}
