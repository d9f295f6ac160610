package dev.ibportal.portal.people;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The roles of somebody in one tenant, all of them; none means that they have nothing to do with it any more. */
public record RolesForm(@Nullable List<String> roles) {}
