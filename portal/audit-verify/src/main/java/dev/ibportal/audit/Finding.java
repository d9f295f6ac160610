package dev.ibportal.audit;

/**
 * Something that should not be.
 *
 * @param what one of: removed, changed, relinked, gap, block, signature, chain, tail, unnumbered, time, key, guard, file
 * @param where number, block or event, as a person looks for it
 */
public record Finding(String what, String where, String detail) {
    @Override
    public String toString() {
        return what + ": " + where + ": " + detail;
    }
}
