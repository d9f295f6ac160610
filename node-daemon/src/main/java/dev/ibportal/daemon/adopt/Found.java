package dev.ibportal.daemon.adopt;

import java.util.ArrayList;
import java.util.List;

/** What was read of files that are not ours. */
public record Found(List<FoundProfile> profiles, List<WrongRecipe> recipes) {
    static final Found NOTHING = new Found(List.of(), List.of());

    public Found {
        profiles = List.copyOf(profiles);
        recipes = List.copyOf(recipes);
    }

    Found and(Found other) {
        List<FoundProfile> all = new ArrayList<>(profiles);
        all.addAll(other.profiles);
        List<WrongRecipe> wrong = new ArrayList<>(recipes);
        wrong.addAll(other.recipes);
        return new Found(all, wrong);
    }
}
