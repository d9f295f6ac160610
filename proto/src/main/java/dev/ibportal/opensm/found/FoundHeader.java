package dev.ibportal.opensm.found;

import dev.ibportal.opensm.BroadcastGroup;
import dev.ibportal.opensm.found.Doubt.Reason;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The part of a rule before the colon, taken as OpenSM takes it. */
final class FoundHeader {
    private static final int WORD = 16;
    private static final int BIT_15 = 0x8000;
    private static final Pattern NUMBER = Pattern.compile("-?(?:0[xX][0-9a-fA-F]{1,8}|[0-9]{1,9})");
    private static final Pattern HEX = Pattern.compile("0[xX].*");
    private static final List<String> FLAGS = List.of(
            "ipoib", "mtu", "rate", "scope", "sl", "defmember", "indx0", "mgid", "Q_Key", "TClass", "FlowLabel");
    private static final int MOST_SL = 15;

    private final Consumer<Reason> doubts;
    private String name = "";
    private @Nullable PKey pkey;
    private boolean ipoib;
    private @Nullable IbMtu mtu;
    private @Nullable Integer rateCode;
    private int serviceLevel;
    private boolean index0;
    private MembershipType defaultMembership = MembershipType.LIMITED;

    private FoundHeader(Consumer<Reason> doubts) {
        this.doubts = doubts;
    }

    static FoundHeader read(String text, Consumer<Reason> doubts) {
        FoundHeader header = new FoundHeader(doubts);
        String[] parts = text.split(",", -1);
        header.name(parts[0].strip());
        for (int i = 1; i < parts.length; i++) {
            header.flag(parts[i].strip());
        }
        return header;
    }

    private void name(String text) {
        int equals = text.indexOf('=');
        name = (equals < 0 ? text : text.substring(0, equals)).strip();
        if (equals < 0) {
            boolean digit = !name.isEmpty() && Character.isDigit(name.charAt(0));
            if (name.equals("Default")) {
                pkey = PKey.DEFAULT;
            } else {
                doubts.accept(digit ? Doubt.BAD_NAME.of(name) : Doubt.NO_PKEY.of(name));
            }
            return;
        }
        pkey = pkey(text.substring(equals + 1).strip());
    }

    private @Nullable PKey pkey(String text) {
        if (!NUMBER.matcher(text).matches()) {
            doubts.accept(Doubt.BAD_PKEY.of(text));
            return null;
        }
        long number = Long.decode(text);
        if (!HEX.matcher(text).matches()) {
            doubts.accept(Doubt.NUMBER_BASE.of(text));
        } else if (number >= 1L << WORD) {
            doubts.accept(Doubt.MORE_THAN_16_BITS.of(text));
        }
        int base = (int) number & PKey.DEFAULT.base();
        if (base == 0) {
            doubts.accept(Doubt.NO_PKEY.of(name));
            return null;
        }
        if ((number & BIT_15) != 0 && base != PKey.DEFAULT.base()) {
            doubts.accept(Doubt.BIT_15.of(text));
        }
        return new PKey(base);
    }

    private void flag(String text) {
        if (text.isEmpty()) {
            return;
        }
        int equals = text.indexOf('=');
        String word = (equals < 0 ? text : text.substring(0, equals)).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        Optional<String> known =
                FLAGS.stream().filter(flag -> flag.startsWith(word)).findFirst();
        if (word.isEmpty() || known.isEmpty()) {
            doubts.accept(Doubt.UNKNOWN_FLAG.of(text));
            return;
        }
        if (!known.get().equals(word)) {
            doubts.accept(Doubt.SHORT_FLAG.of(text));
        }
        known(known.get(), text, value);
    }

    private void known(String flag, String text, String value) {
        switch (flag) {
            case "ipoib" -> ipoib = true;
            case "indx0" -> index0 = true;
            case "mtu" -> mtu = mtu(text, value);
            case "rate" -> rateCode = rate(text, value);
            case "sl" -> serviceLevel = serviceLevel(text, value);
            case "defmember" -> defaultMembership = membership(value, doubts);
            case "mgid" -> doubts.accept(Doubt.MGID.of());
            default -> doubts.accept(Doubt.FLAG_LEFT_OUT.of(text));
        }
    }

    private @Nullable IbMtu mtu(String text, String value) {
        try {
            return IbMtu.ofCode(Integer.parseInt(value));
        } catch (NumberFormatException | InvalidValueException e) {
            doubts.accept(Doubt.NO_GROUP.of(text));
            return null;
        }
    }

    private @Nullable Integer rate(String text, String value) {
        try {
            return new BroadcastGroup(IbMtu.MTU_2048, Integer.parseInt(value)).rateCode();
        } catch (NumberFormatException | InvalidValueException e) {
            doubts.accept(Doubt.NO_GROUP.of(text));
            return null;
        }
    }

    private int serviceLevel(String text, String value) {
        try {
            int level = Integer.parseInt(value);
            if (level >= 0 && level <= MOST_SL) {
                return level;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        doubts.accept(Doubt.UNKNOWN_FLAG.of(text));
        return 0;
    }

    /** As OpenSM takes the word: a beginning of "full" is full, all others but "both" are limited. */
    static MembershipType membership(String word, Consumer<Reason> doubts) {
        if (word.equals("full") || word.equals("limited")) {
            return MembershipType.parse(word);
        }
        boolean full = "full".startsWith(word) || word.equals("both");
        doubts.accept(full ? Doubt.SILENTLY_FULL.of("=" + word) : Doubt.SILENTLY_LIMITED.of("=" + word));
        return full ? MembershipType.FULL : MembershipType.LIMITED;
    }

    boolean isUsable() {
        return pkey != null;
    }

    PKey pkey() {
        if (pkey == null) {
            throw new IllegalStateException("the rule has no PKey");
        }
        return pkey;
    }

    String name() {
        return name;
    }

    boolean ipoib() {
        return ipoib;
    }

    Optional<IbMtu> mtu() {
        return Optional.ofNullable(mtu);
    }

    @Nullable
    Integer rateCode() {
        return rateCode;
    }

    int serviceLevel() {
        return serviceLevel;
    }

    boolean index0() {
        return index0;
    }

    MembershipType defaultMembership() {
        return defaultMembership;
    }
}
