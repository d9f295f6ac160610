package dev.ibportal.daemon.ipoib.persist;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/** A file under construction, the mark first. Values come from types without line breaks or quotes. */
final class FileText {
    private final StringBuilder text;

    FileText(String mark) {
        text = new StringBuilder(mark);
    }

    /** A section of an INI-like file, with an empty line before it. */
    FileText section(String name) {
        text.append("\n[").append(name).append("]\n");
        return this;
    }

    FileText line(String line) {
        text.append(line).append('\n');
        return this;
    }

    FileText indented(String line) {
        return line("    " + line);
    }

    FileText key(String key, Object value) {
        return line(key + "=" + value);
    }

    FileText key(String key, Optional<?> value) {
        value.ifPresent(present -> key(key, present));
        return this;
    }

    static String joined(Collection<?> values, String between) {
        return values.stream().map(Object::toString).collect(Collectors.joining(between));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
