package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.fault.DomainFault;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The roles that are ticked for somebody. Those that the person has are ticked from the beginning, and taking one away is
 * asked for once more: a form with nothing ticked would else throw people out unseen. Public for the template.
 *
 * @param had the roles that the person had when the form was read
 */
public record RoleChoice(TenantPerson person, List<String> ticked, List<String> had) {
    public RoleChoice {
        ticked = List.copyOf(ticked);
        had = List.copyOf(had);
    }

    static RoleChoice of(TenantPerson person) {
        return new RoleChoice(person, person.roles(), person.roles());
    }

    /** @param had as the form has sent it; null: nothing */
    static RoleChoice sent(TenantPerson person, List<String> ticked, @Nullable String had) {
        List<String> before = had == null ? List.of() : List.of(had.split(" "));
        return new RoleChoice(person, ticked.stream().distinct().toList(), before);
    }

    /** @throws DomainFault.Stale if somebody else has changed the roles since the form was read */
    void requireAsRead() {
        if (!Set.copyOf(had).equals(Set.copyOf(person.roles()))) {
            throw new DomainFault.Stale("The roles of " + person.login() + " were changed meanwhile.");
        }
    }

    public boolean ticks(String role) {
        return ticked.contains(role);
    }

    /** For the form: the roles that it was made for, which are the present ones. */
    public String before() {
        return String.join(" ", person.roles());
    }

    /** Roles that the person has and would lose. */
    public List<String> taken() {
        return person.roles().stream().filter(role -> !ticked.contains(role)).toList();
    }

    /** What a form that was asked for once more says yes to. */
    public String taking() {
        return String.join(" ", taken());
    }

    public boolean isLeaving() {
        return ticked.isEmpty();
    }

    boolean isNothingNew() {
        return taken().isEmpty() && person.roles().containsAll(ticked);
    }
}
