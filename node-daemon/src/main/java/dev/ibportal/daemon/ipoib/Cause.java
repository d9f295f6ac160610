package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.InterfaceState;
import java.time.Duration;

/**
 * Why an interface is not in sync.
 *
 * @param code stable, for machines: {@code pkey.not-in-table}
 * @param message what was wanted, what was found, and what to do next
 * @param kind whose turn it is
 */
public record Cause(String code, String message, Kind kind) {
    static final String PORT_ARMED = "port.armed";
    private static final Duration BRINGING_UP = Duration.ofSeconds(60);

    public enum Kind {
        /** Somebody has to mend something. */
        FAILED,
        /** The fabric or duplicate detection may still bring it by itself. */
        WAITING,
        /** It could not be read; nothing was changed because of it. */
        UNKNOWN,
        /** Somebody else changed what was in sync, and it is left so for now. */
        DRIFTED
    }

    public static Cause failed(String code, String message) {
        return new Cause(code, message, Kind.FAILED);
    }

    public static Cause waiting(String code, String message) {
        return new Cause(code, message, Kind.WAITING);
    }

    public static Cause unreadable(String what) {
        return new Cause("host.unreadable", "not known, and nothing was changed: " + what, Kind.UNKNOWN);
    }

    public static Cause drifted(String message) {
        return new Cause("interface.drifted", message, Kind.DRIFTED);
    }

    /** What is wanted would draw away traffic of the host, and is kept out. */
    public boolean isInTheWayOfTheHost() {
        return HostWall.CODES.contains(code);
    }

    public InterfaceState state() {
        return switch (kind) {
            case FAILED -> InterfaceState.INTERFACE_STATE_FAILED;
            case DRIFTED -> InterfaceState.INTERFACE_STATE_DRIFTED;
            case WAITING, UNKNOWN -> InterfaceState.INTERFACE_STATE_PENDING;
        };
    }

    /** How long it may take by itself; a port that is being brought up may take a minute. */
    public Duration patience(Duration usual) {
        return code.equals(PORT_ARMED) && usual.compareTo(BRINGING_UP) < 0 ? BRINGING_UP : usual;
    }

    /** The same trouble, once nobody can say any more that it only takes a moment. */
    public Cause overdue() {
        return kind == Kind.WAITING ? new Cause(code, message, Kind.FAILED) : this;
    }

    public Cause adding(String sentence) {
        return new Cause(code, message + "; " + sentence, kind);
    }
}
