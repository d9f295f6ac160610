package dev.ibportal.diagnosis;

import java.util.List;

/** What was found of one link at one place. */
public sealed interface LinkResult {
    Link link();

    Place place();

    List<Fact> evidence();

    /** One line of what was found. */
    String found();

    record Holds(Link link, Place place, String found, List<Fact> evidence) implements LinkResult {}

    record Broken(Link link, Place place, Cause cause, List<Fact> evidence) implements LinkResult {
        @Override
        public String found() {
            return cause.message();
        }
    }

    /** It fails, and from here nobody can say of itself why. No cause. */
    record Symptom(Link link, Place place, String found, List<Fact> evidence) implements LinkResult {}

    record Unknown(Link link, Place place, String why, List<Fact> evidence) implements LinkResult {
        @Override
        public String found() {
            return why;
        }
    }
}
