package dev.ibportal.portal.platform.fault;

import dev.ibportal.portal.platform.tenancy.TenantRefusals;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.StaleStateException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Turns what the database refuses into faults that people understand. */
@ApplicationScoped
class SqlFaults {
    private final List<ConstraintText> texts;

    SqlFaults(@All List<ConstraintText> texts) {
        this.texts = texts;
    }

    static DomainFault overtaken() {
        return new DomainFault.Stale(
                "It was changed meanwhile, at the same moment as this change. Read it again and repeat the change.");
    }

    Optional<DomainFault> explain(Throwable failure) {
        if (causes(failure).anyMatch(e -> e instanceof OptimisticLockException || e instanceof StaleStateException)) {
            return Optional.of(overtaken());
        }
        return causes(failure)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .filter(e -> e.getSQLState() != null)
                .findFirst()
                .flatMap(e -> TenantRefusals.in(e).or(() -> explain(e)));
    }

    static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, SqlFaults::next).limit(20);
    }

    private static @Nullable Throwable next(Throwable failure) {
        if (failure.getCause() != null) {
            return failure.getCause();
        }
        return failure.getSuppressed().length > 0 ? failure.getSuppressed()[0] : null;
    }

    private Optional<DomainFault> explain(SQLException e) {
        ConstraintText.Violation violation = violation(e);
        return texts.stream()
                .flatMap(text -> text.explain(violation).stream())
                .findFirst()
                .or(() -> byState(violation, e));
    }

    private static ConstraintText.Violation violation(SQLException e) {
        ServerErrorMessage server = e instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
        return new ConstraintText.Violation(
                e.getSQLState(),
                server == null
                        ? ""
                        : Optional.ofNullable(server.getConstraint()).orElse(""),
                server == null ? "" : Optional.ofNullable(server.getTable()).orElse(""),
                String.valueOf(e.getMessage()));
    }

    private static Optional<DomainFault> byState(ConstraintText.Violation violation, SQLException e) {
        return switch (violation.sqlState()) {
            case "IB001" -> Optional.of(new DomainFault.Conflict("none-free", "None is free."));
            case "IB002" -> Optional.of(new DomainFault.Conflict("not-available", "It is not available."));
            case "IB003" -> Optional.of(new DomainFault.Conflict("being-removed", "The partition is being removed."));
            case "IB008" ->
                Optional.of(new DomainFault.Conflict(
                        "approval-needed",
                        "On this fabric somebody else has to approve a removal. Look at it again and ask for it."));
            case "23505" ->
                Optional.of(new DomainFault.Conflict("taken", "It is taken already (" + violation.constraint() + ")."));
            case "23P01" ->
                Optional.of(new DomainFault.Conflict(
                        "overlap", "It overlaps another one (" + violation.constraint() + ")."));
            case "23503" ->
                Optional.of(new DomainFault.Conflict(
                        "reference",
                        "Something it refers to does not exist or is in use (" + violation.constraint() + ")."));
            case "22021" ->
                Optional.of(new DomainFault.Invalid("", "a text holds the character U+0000, which is not allowed"));
            case "22P02", "22001", "22003", "22007", "22008", "23502", "23514" ->
                Optional.of(new DomainFault.Invalid(
                        "",
                        violation.constraint().isEmpty()
                                ? "a value is outside what can be stored"
                                : "a value breaks the rule " + violation.constraint()));
            case "40001", "40P01", "55P03" ->
                Optional.of(new DomainFault.Unavailable("Others changed the same thing at the same moment.", e));
            case "53300", "57P01", "57P03", "08000", "08001", "08003", "08006" ->
                Optional.of(new DomainFault.Unavailable("The database cannot be reached at the moment.", e));
            default -> Optional.empty();
        };
    }
}
