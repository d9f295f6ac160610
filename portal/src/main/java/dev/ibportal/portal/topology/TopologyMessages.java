package dev.ibportal.portal.topology;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the picture of a fabric. */
@MessageBundle("topo")
public interface TopologyMessages {
    @Message("Topology of {name}")
    String title(String name);

    @Message("Topology")
    String to_page();

    @Message(
            "What the discovery tools saw of the fabric: each box is a switch with the hosts on it, lines are cables between switches, and ↑ counts them. A dashed frame marks a cable that is slower than most.")
    String lead();

    @Message("Seen")
    String seen();

    @Message("Never seen")
    String never();

    @Message(
            "The daemon of the subnet manager looks at the fabric every few minutes with ibnetdiscover, and it needs to be connected.")
    String never_text();

    @Message("Not everything could be read at the last look")
    String unreadable();

    @Message("Switches")
    String switches();

    @Message("Ports of hosts")
    String hosts();

    @Message("{n} hosts")
    String hosts_short(int n);

    @Message("Slow cables")
    String slow_cables();

    @Message("Name, GUID or switch")
    String search_hint();

    @Message("Colour by")
    String colour();

    @Message("nothing")
    String colour_none();

    @Message("tenant")
    String colour_tenant();

    @Message("partition")
    String colour_partition();

    @Message("Only this PKey")
    String pkey();

    @Message("“{text}” is no PKey: it is 0x and four hexadecimal digits, such as 0x8005.")
    String pkey_wrong(String text);

    @Message("only ports with errors")
    String counters_only();

    @Message("limited")
    String limited();

    @Message("No port of a host is like that")
    String none_found();

    @Message("Search for part of a name or GUID, or for a PKey that has members here.")
    String none_found_text();

    @Message("Show")
    String show();

    @Message("several")
    String several();

    @Message("own nodes")
    String own();

    @Message("slower than most")
    String slow();

    @Message("as most")
    String as_most();

    @Message("Could be {what}")
    String could_be(String what);

    @Message("not known")
    String not_known();

    @Message("Larger")
    String zoom_in();

    @Message("Smaller")
    String zoom_out();

    @Message("All switches")
    String all_switches();

    @Message("Only {name}")
    String only(String name);

    @Message("Port")
    String port();

    @Message("On switch")
    String on();

    @Message("Rate")
    String rate();

    @Message("Cable")
    String cable();

    @Message("Cables to switches")
    String cables();

    @Message("Colours")
    String key();

    @Message("Picture of the fabric. The table below says the same in words.")
    String picture();

    @Message("{n} of {all} ports")
    String found(int n, int all);

    @Message("Previous")
    String previous();

    @Message("Error counters of {name}")
    String counters_title(String name);

    @Message("Counters")
    String counters_short();

    @Message(
            "What ports have counted since somebody last reset them, and how fast it grows. Counters stop at their largest value, some of them at 255.")
    String counters_lead();

    @Message("Never read")
    String counters_never();

    @Message(
            "The daemon of the subnet manager reads them with ibqueryerrors and smpquery when it looks at the fabric. It has to be connected.")
    String counters_never_text();

    @Message("Not every port gave an answer: a port without a number is not known, not without errors.")
    String counters_part();

    @Message("First")
    String counters_sort();

    @Message("ports with errors")
    String counters_sort_errors();

    @Message("fastest growing")
    String counters_sort_rate();

    @Message(
            "“Not known” means that the port did not answer, or has no such counter: PKey violations are read from adapters only, a few ports at each look. It does not mean none.")
    String counters_unknown();

    @Message("Rates since")
    String counters_compared();

    @Message("read once only")
    String counters_once();

    @Message("Ports with errors")
    String counters_errors();

    @Message("Of those, still counting")
    String counters_rising();

    @Message("name or GUID")
    String counters_search();

    @Message("The first {n} are shown; search to narrow it down.")
    String counters_cut(int n);

    @Message("PKey violations")
    String violations();

    @Message("Stopped for their PKey")
    String constraint();

    @Message("Symbol errors")
    String symbol();

    @Message("Link downed")
    String downed();

    @Message("{rate} an hour")
    String per_hour(String rate);
}
