package dev.ibportal.portal.foundconf;

import dev.ibportal.opensm.found.FoundLine.Verdict;
import dev.ibportal.portal.foundconf.FoundConfView.Reason;
import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** How lines of a file are told. Public for the templates. */
public final class FoundConfWords {
    private final FoundConfMessages messages;

    FoundConfWords(Shell shell) {
        this.messages = Texts.of(FoundConfMessages.class, shell.language());
    }

    public Badge verdict(Verdict verdict) {
        return switch (verdict) {
            case NOTHING -> Badge.plain(messages.v_nothing());
            case TAKEN -> Badge.good(messages.v_taken());
            case DOUBTFUL -> Badge.warn(messages.v_doubtful());
            case REFUSED -> Badge.bad(messages.v_refused());
        };
    }

    public Badge refused() {
        return verdict(Verdict.REFUSED);
    }

    public boolean isSaid(Verdict verdict) {
        return verdict != Verdict.NOTHING;
    }

    public String told(Reason reason) {
        return switch (reason.code()) {
            case "carriage-return" -> messages.r_carriage_return();
            case "no-header" -> messages.r_no_header();
            case "no-semicolon" -> messages.r_no_semicolon();
            case "semicolon-alone" -> messages.r_semicolon_alone();
            case "after-semicolon" -> messages.r_after_semicolon(reason.fact());
            case "bad-pkey" -> messages.r_bad_pkey(reason.fact());
            case "bad-member" -> messages.r_bad_member(reason.fact());
            case "bad-name" -> messages.r_bad_name(reason.fact());
            case "no-pkey" -> messages.r_no_pkey(reason.fact());
            case "not-ours" -> messages.r_not_ours(reason.fact());
            case "no-port" -> messages.r_no_port(reason.fact());
            case "lost" -> messages.r_lost(reason.fact());
            case "mgid" -> messages.r_mgid();
            default -> doubt(reason);
        };
    }

    private String doubt(Reason reason) {
        return switch (reason.code()) {
            case "byte-order-mark" -> messages.r_byte_order_mark();
            case "too-long" -> messages.r_too_long(reason.fact());
            case "cut-off" -> messages.r_cut_off();
            case "number-base" -> messages.r_number_base(reason.fact());
            case "more-than-16-bits" -> messages.r_more_than_16_bits(reason.fact());
            case "bit-15" -> messages.r_bit_15(reason.fact());
            case "same-pkey" -> messages.r_same_pkey(reason.fact());
            case "no-members" -> messages.r_no_members(reason.fact());
            case "unknown-flag" -> messages.r_unknown_flag(reason.fact());
            case "short-flag" -> messages.r_short_flag(reason.fact());
            case "flag-left-out" -> messages.r_flag_left_out(reason.fact());
            case "no-group" -> messages.r_no_group(reason.fact());
            case "silently-limited" -> messages.r_silently_limited(reason.fact());
            case "silently-full" -> messages.r_silently_full(reason.fact());
            case "not-said" -> messages.r_not_said(reason.fact());
            case "blank-first-limited" -> messages.r_blank_first_limited(reason.fact());
            case "last-wins" -> messages.r_last_wins(reason.fact());
            case "in-default" -> messages.r_in_default(reason.fact());
            default -> ours(reason);
        };
    }

    private String ours(Reason reason) {
        return switch (reason.code()) {
            case "pkey-taken" -> messages.r_pkey_taken(reason.fact());
            case "pkey-reserved" -> messages.r_pkey_reserved(reason.fact());
            case "no-qos" -> messages.r_no_qos(reason.fact());
            case "foreign-port" -> messages.r_foreign_port(reason.fact());
            case "other-fabric" -> messages.r_other_fabric(reason.fact());
            case "node-not-granted" -> messages.r_node_not_granted(reason.fact());
            case "index0" -> messages.r_index0(reason.fact());
            default -> reason.text();
        };
    }
}
