package dev.ibportal.demo;

import java.util.Locale;
import java.util.stream.Collectors;

/** What the visitor is told at the end. */
final class Welcome {
    private Welcome() {}

    static String text(Ports ports, String password, Layout layout) {
        String people = Cast.PEOPLE.stream()
                .map(person -> line(person.login(), person.role(), person.can()))
                .collect(Collectors.joining("\n"));
        return """

                  Open  http://localhost:%d

                  Log in as (the password of all of them: %s)
                %s
                %s

                  Logs and data are in %s; delete that folder to begin anew.
                  Ctrl-C stops the demo.
                """.formatted(
                        ports.web(),
                        password,
                        line(Password.OPERATOR, "operator", "does everything"),
                        people,
                        layout.directory());
    }

    private static String line(String login, String role, String can) {
        return String.format(Locale.ROOT, "    %-7s %-13s %s", login, role, can);
    }
}
