package dev.ibportal.opensm;

/** What became of a text that was to be a partitions.conf. */
public sealed interface ParseResult {
    /** OpenSM would make exactly this of it. */
    record Accepted(PartitionsConf conf) implements ParseResult {}

    /**
     * OpenSM would refuse it, or take it for something else than it seems to say.
     *
     * @param line of the first fault, from 1
     * @param reason what is wrong there and what would be right
     */
    record Refused(int line, String reason) implements ParseResult {
        @Override
        public String toString() {
            return "line " + line + ": " + reason;
        }
    }
}
