package dev.ibportal.diagnosis;

/** What came of looking at something. The last two are never mixed up: what could not be told is no cause of anything. */
public sealed interface Told {
    /** @param text in the form that {@link FactKey} names */
    record Value(String text) implements Told {}

    /** It is certainly not there. */
    record Nothing() implements Told {}

    /** @param why plain words: no such tool, no answer in time, nonsense */
    record Unknown(String why) implements Told {}
}
