package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * People and programs that an OpenID provider vouches for. Each has an account of their own, found by issuer and subject
 * alone: a name or mail address that a provider tells never leads into somebody else's account.
 */
@ApplicationScoped
public class VouchedPeople {
    private static final int LONGEST_LOGIN = 80;
    private static final int CHECK = 4;

    private final FabricDb db;
    private final ActorSql people;
    private final OidcSettings settings;
    private final Instance<Newcomers> newcomers;

    VouchedPeople(FabricDb db, ActorSql people, OidcSettings settings, Instance<Newcomers> newcomers) {
        this.newcomers = newcomers;
        this.db = db;
        this.people = people;
        this.settings = settings;
    }

    /**
     * Who it is, and what the provider's claims give this time.
     *
     * @param actor with the roles of both: the portal's own for this account, and the claims'
     * @param claimed roles that the claims give; kept with the session, never with the account
     * @param ignored claim values that give nothing
     */
    public record Recognised(Actor actor, Set<Actor.Grant> claimed, List<String> ignored) {}

    /** @throws DomainFault.Unauthenticated when the account was disabled */
    public Recognised recognise(Vouched vouched) {
        RoleClaims claims = RoleClaims.read(vouched.roles(), settings.mapping(), settings.portalWide());
        List<String> ignored = new ArrayList<>(claims.ignored());
        Optional<UUID> known = db.read(connection -> find(connection, vouched));
        UUID id = known.orElseGet(() -> db.write(connection -> make(connection, vouched)));
        Set<Actor.Grant> claimed = db.read(connection -> grants(connection, claims, ignored));
        Actor own = people.byId(id)
                .map(ActorSql.Found::actor)
                .orElseThrow(() -> new DomainFault.Unauthenticated("This account is disabled in the portal."));
        Set<Actor.Grant> all = new HashSet<>(own.grants());
        all.addAll(claimed);
        return new Recognised(new Actor(id, own.login(), own.name(), all, false), claimed, ignored);
    }

    private static Optional<UUID> find(Connection connection, Vouched vouched) throws SQLException {
        return Sql.of("SELECT id FROM app_user WHERE issuer = ? AND subject = ?", vouched.issuer(), vouched.subject())
                .first(connection, row -> Rows.id(row, "id"));
    }

    private UUID make(Connection connection, Vouched vouched) throws SQLException {
        String login = login(vouched.login());
        for (String free : List.of(login, login + "+" + check(vouched))) {
            if (insert(connection, vouched, free)) {
                UUID made = find(connection, vouched).orElseThrow();
                newcomers.forEach(listener -> listener.joined(connection, made, free, vouched.issuer()));
                return made;
            }
            Optional<UUID> others = find(connection, vouched);
            if (others.isPresent()) {
                return others.get(); // made by another request at the same moment
            }
        }
        throw new DomainFault.Conflict(
                "name-taken", "The log-in names " + login + " and " + login + "+" + check(vouched) + " are taken.");
    }

    private static boolean insert(Connection connection, Vouched vouched, String login) throws SQLException {
        return Sql.of(
                                "INSERT INTO app_user (id, login, name, issuer, subject) VALUES (?, ?, ?, ?, ?)"
                                        + " ON CONFLICT DO NOTHING",
                                UUID.randomUUID(),
                                login,
                                name(vouched.name(), login),
                                vouched.issuer(),
                                vouched.subject())
                        .update(connection)
                > 0;
    }

    /** Of the provider's, what a log-in name here can hold. */
    private static String login(String text) {
        String login =
                text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._@+-]", "").replaceAll("^[^a-z0-9]+", "");
        return login.isEmpty() ? "oidc" : login.substring(0, Math.min(login.length(), LONGEST_LOGIN));
    }

    private static String check(Vouched vouched) {
        return HexFormat.of().formatHex(Secrets.hash(vouched.issuer() + '\n' + vouched.subject()), 0, CHECK);
    }

    private static String name(String text, String otherwise) {
        try {
            return new DisplayName(text).text();
        } catch (InvalidValueException e) {
            return otherwise; // a name that cannot be shown is not needed
        }
    }

    private static Set<Actor.Grant> grants(Connection connection, RoleClaims claims, List<String> ignored)
            throws SQLException {
        Set<Actor.Grant> grants = new HashSet<>();
        for (RoleClaims.Wish wish : claims.wishes()) {
            String named = wish.tenant();
            UUID tenant = named == null ? null : tenant(connection, named);
            if (named != null && tenant == null) {
                ignored.add(wish.role().text() + " of an unknown tenant");
            } else {
                grants.add(new Actor.Grant(wish.role(), tenant));
            }
        }
        return grants;
    }

    private static @Nullable UUID tenant(Connection connection, String idOrName) throws SQLException {
        Optional<UUID> id = ChosenTenant.parse(idOrName);
        Optional<UUID> found = id.isPresent()
                ? Sql.of("SELECT id FROM tenant WHERE id = ?", id.get()).first(connection, row -> Rows.id(row, "id"))
                : byName(connection, idOrName);
        return found.orElse(null);
    }

    private static Optional<UUID> byName(Connection connection, String name) throws SQLException {
        try {
            return Sql.of("SELECT id FROM tenant WHERE name_key = ?", new DisplayName(name).key())
                    .first(connection, row -> Rows.id(row, "id"));
        } catch (InvalidValueException e) {
            return Optional.empty(); // no tenant has such a name
        }
    }
}
