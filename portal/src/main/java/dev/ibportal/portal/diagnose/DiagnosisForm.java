package dev.ibportal.portal.diagnose;

import org.jspecify.annotations.Nullable;

/**
 * @param from member that asks; absent: every member, each to the next one
 * @param to member that does not answer; absent: the first one's interface alone
 */
public record DiagnosisForm(@Nullable String from, @Nullable String to) {}
