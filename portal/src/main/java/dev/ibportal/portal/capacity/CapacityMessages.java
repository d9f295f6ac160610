package dev.ibportal.portal.capacity;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the page about capacity. */
@MessageBundle("cap")
public interface CapacityMessages {
    @Message("Capacity")
    String title();

    @Message("What is left, for how long, and whether somebody new fits.")
    String lead();

    @Message("As CSV")
    String csv();

    @Message("PKeys")
    String pkeys();

    @Message("{free} free, {used} used, {retiring} retiring, {quarantined} in quarantine, {reserved} reserved")
    String pkeys_counts(int free, int used, int retiring, int quarantined, int reserved);

    @Message("Entries in PKey tables of ports")
    String slots();

    @Message("{ports} ports; of {known} the size of the table was read; {full} have no entry left")
    String slots_counts(int ports, int known, int full);

    @Message("Ports with the fewest entries left")
    String fullest();

    @Message("Port")
    String port();

    @Message("Node")
    String node();

    @Message("Addresses")
    String addresses();

    @Message("{pools} pools, {releasing} addresses being released")
    String family_counts(int pools, long releasing);

    @Message("Nodes by adapter")
    String hcas();

    @Message("Adapter")
    String hca();

    @Message("not told yet")
    String hca_unknown();

    @Message("Nodes")
    String nodes();

    @Message("Ports")
    String ports();

    @Message("Over time")
    String trends();

    @Message("{first}: {before} used; {last}: {after} used")
    String trend(String first, String before, String last, String after);

    @Message("Full in about {days} days (between {soonest} and {latest}), from {basis} days seen")
    String forecast(String days, String soonest, String latest, int basis);

    @Message("No forecast yet: it takes {days} days.")
    String forecast_none(int days);

    @Message("Not full at this rate, from {basis} days seen")
    String forecast_never(int basis);

    @Message("never")
    String never();

    @Message(
            "Method: Theil-Sen. The rate is the median of the slopes between all pairs of days; the range is made of their quartiles.")
    String method();

    @Message("Nothing was kept yet; every day has its number from now on.")
    String no_days();

    @Message("Pools, the fullest first")
    String pools();

    @Message("Pool")
    String pool();

    @Message("Use")
    String use();

    @Message("There are no pools yet.")
    String no_pools();

    @Message("Does a new tenant fit?")
    String what_if();

    @Message("Fabric")
    String fabric();

    @Message("Nodes")
    String what_nodes();

    @Message("Partitions on each of them")
    String what_partitions();

    @Message("Look")
    String what_do();

    @Message("It fits.")
    String fits();

    @Message("It does not fit.")
    String fits_not();

    @Message("Needed")
    String needed();

    @Message("There")
    String there();

    @Message("Nodes with a port that has enough entries left")
    String fitting_nodes();

    @Message("enough")
    String enough();

    @Message("not enough")
    String not_enough();

    @Message("Of {count} more nodes no table was read; they might do.")
    String unknown_nodes(int count);

    @Message("Numbers of whole fabrics are told to operators.")
    String operators();
}
