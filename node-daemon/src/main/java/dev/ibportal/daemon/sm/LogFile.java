package dev.ibportal.daemon.sm;

/** The subnet manager's log, which may be large and may be rotated. */
public interface LogFile {
    /** Size now; 0 where there is none. */
    long size();

    /** The text from an offset on, at most the last {@code limit} bytes of it; all that is there after a rotation. */
    String from(long offset, int limit);
}
