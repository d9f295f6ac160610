package dev.ibportal.opensm.found;

import static dev.ibportal.opensm.found.FoundLine.Verdict.DOUBTFUL;
import static dev.ibportal.opensm.found.FoundLine.Verdict.REFUSED;

/** Why a line is not simply taken. Where there is one fact, {@code %s} stands for it. */
public enum Doubt {
    /** OpenSM refuses the whole file for these: everybody becomes a full member of the default partition. */
    CARRIAGE_RETURN(REFUSED, true, "the line ends with CR LF"),
    NO_HEADER(REFUSED, true, "a rule does not begin with \"name=0xPKEY,flags:\" on one line"),
    NO_SEMICOLON(REFUSED, true, "the rule before has no \";\" at its end"),
    SEMICOLON_ALONE(REFUSED, true, "the \";\" stands alone on its line"),
    AFTER_SEMICOLON(REFUSED, true, "something follows the \";\": %s"),
    BAD_PKEY(REFUSED, true, "\"%s\" is no PKey"),
    BAD_MEMBER(REFUSED, true, "\"%s\" is no port GUID with 0x and no keyword"),
    BAD_NAME(REFUSED, true, "name \"%s\" begins with a digit and no PKey follows"),

    NO_PKEY(REFUSED, false, "\"%s\" has no PKey: OpenSM makes one up, another one each time"),
    NOT_OURS(REFUSED, false, "%s in a tenant's partition names ports by no GUID"),
    NO_PORT(REFUSED, false, "\"%s\" is no GUID that a port can have"),
    LOST(REFUSED, false, "\"%s\" follows without a comma: OpenSM drops it silently"),
    MGID(REFUSED, false, "groups of one's own (mgid) are not known here; the line is left out"),

    BYTE_ORDER_MARK(DOUBTFUL, false, "the file begins with a byte order mark, which gets into the first name"),
    TOO_LONG(DOUBTFUL, false, "the line has %s bytes: OpenSM cuts it at 4095 and loses the port at the cut"),
    CUT_OFF(DOUBTFUL, false, "the file ends without \";\": it may have been cut off"),
    NUMBER_BASE(DOUBTFUL, false, "PKey \"%s\" is not hexadecimal: OpenSM reads it as C does"),
    MORE_THAN_16_BITS(DOUBTFUL, false, "of PKey \"%s\" only 16 bits are kept"),
    BIT_15(DOUBTFUL, false, "bit 15 of PKey \"%s\" says nothing about membership; OpenSM drops it"),
    SAME_PKEY(DOUBTFUL, false, "PKey %s has a rule above already: OpenSM merges the two under the first name"),
    NO_MEMBERS(DOUBTFUL, false, "partition %s has no members, so it does not exist"),
    UNKNOWN_FLAG(DOUBTFUL, false, "OpenSM does not know flag \"%s\" and drops it silently"),
    SHORT_FLAG(DOUBTFUL, false, "OpenSM takes flag \"%s\" for the one that begins like this"),
    FLAG_LEFT_OUT(DOUBTFUL, false, "flag \"%s\" is not kept here"),
    NO_GROUP(DOUBTFUL, false, "\"%s\" is impossible: the partition has its keys and no broadcast group"),
    SILENTLY_LIMITED(DOUBTFUL, false, "\"%s\" is none of full, limited: OpenSM makes it limited without a word"),
    SILENTLY_FULL(DOUBTFUL, false, "\"%s\" is none of full, limited: OpenSM makes it full without a word"),
    NOT_SAID(DOUBTFUL, false, "%s is listed without membership, which the rule's default makes %s"),
    BLANK_FIRST_LIMITED(DOUBTFUL, false, "two members stand without a comma between: OpenSM makes \"%s\" limited"),
    LAST_WINS(DOUBTFUL, false, "port %s stands in this partition again further down, and the last one counts"),
    IN_DEFAULT(DOUBTFUL, false, "%s in the default partition: its membership is set for all ports together here");

    private final FoundLine.Verdict verdict;
    private final boolean opens;
    private final String text;

    Doubt(FoundLine.Verdict verdict, boolean opens, String text) {
        this.verdict = verdict;
        this.opens = opens;
        this.text = text;
    }

    public FoundLine.Verdict verdict() {
        return verdict;
    }

    /** Whether OpenSM refuses the whole file for it, so that none of its partitions exists today. */
    public boolean opens() {
        return opens;
    }

    Reason of(Object... facts) {
        String fact = facts.length == 0 ? "" : String.valueOf(facts[0]);
        return new Reason(this, fact, String.format(text, facts));
    }

    /**
     * A doubt about one line.
     *
     * @param fact what it is about; empty where there is nothing to add
     * @param text in plain English
     */
    public record Reason(Doubt doubt, String fact, String text) {}
}
