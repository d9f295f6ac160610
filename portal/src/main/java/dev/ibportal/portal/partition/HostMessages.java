package dev.ibportal.portal.partition;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words about what a partition's interfaces need of their hosts. */
@MessageBundle("host")
public interface HostMessages {
    @Message("On the hosts")
    String title();

    @Message("{partition}: on the hosts")
    String edit_title(String partition);

    @Message(
            "Every interface of this partition gets these on its host. The daemon reads them back, puts them right when somebody changes them, and takes them away with the interface.")
    String lead();

    @Message("Nothing beside interface and addresses: no routes, no name servers, kernel settings untouched.")
    String none();

    @Message("Routes")
    String routes();

    @Message(
            "One a line, for example: 10.9.0.0/16 via 10.1.0.1 metric 50. The next hop is in one of this partition's pools; without a metric it is 1024.")
    String routes_hint();

    @Message("Each interface answers by itself (source routing)")
    String source_routing();

    @Message(
            "For hosts with several interfaces: a routing table for each interface, and a rule that what leaves with its address is looked up there. A default route is possible only with it, and only in that table.")
    String source_routing_hint();

    @Message("Name servers")
    String dns_servers();

    @Message("One address a line. The host needs systemd-resolved, which keeps name servers apart by interface.")
    String dns_servers_hint();

    @Message("Search domains")
    String dns_search();

    @Message("One a line, for example: cluster.example")
    String dns_search_hint();

    @Message("Kernel settings")
    String profile();

    @Message(
            "IPoIB host: rp_filter 2, arp_ignore 1 and arp_announce 2 on the interface, and room for 16384 neighbours on the host. A larger room that is there already stays.")
    String profile_hint();

    @Message("Leave them alone")
    String profile_none();

    @Message("IPoIB host")
    String profile_ipoib();

    @Message("The port's own interface (index 0)")
    String index0();

    @Message(
            "The key goes to index 0 of the port's table, so the addresses sit on ib0 itself and no interface is made beside it. One partition for each port; OpenSM has to run with keep_pkey_indexes FALSE and still answer path records, which 3.3.23 does not.")
    String index0_hint();

    @Message("On the port's own interface")
    String on_parent();
}
