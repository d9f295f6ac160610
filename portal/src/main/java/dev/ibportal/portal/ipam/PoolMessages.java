package dev.ibportal.portal.ipam;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about pools and addresses. */
@MessageBundle("pool")
public interface PoolMessages {
    @Message("Address pools")
    String title();

    @Message("A pool is the IP prefix of a partition. Addresses are given from it, the lowest free one first.")
    String lead();

    @Message("New pool")
    String new_one();

    @Message("No pools yet")
    String empty_title();

    @Message("Give a partition a pool, and each interface that joins it gets an address.")
    String empty_text();

    @Message("A pool belongs to a partition. Create the partition first.")
    String empty_need_partition();

    @Message("Partition")
    String partition();

    @Message("Prefix")
    String prefix();

    @Message("For example 10.77.0.0/24 or fd00:77::/64. Overlaps within the partition are refused.")
    String prefix_hint();

    @Message("Gateway")
    String gateway();

    @Message("Never handed out.")
    String gateway_hint();

    @Message("Ranges")
    String ranges();

    @Message("One per line, \"first - last\" or a prefix. Empty: all usable addresses of the prefix.")
    String ranges_hint();

    @Message("Exclusions")
    String exclusions();

    @Message("One per line; never handed out.")
    String exclusions_hint();

    @Message("all usable addresses of the prefix")
    String whole_prefix();

    @Message("none")
    String none();

    @Message("Use")
    String use();

    @Message("Used {used}, free {free}, total {total}")
    String use_explained(String used, String free, String total);

    @Message("New address pool")
    String create_title();

    @Message("Create pool")
    String create();

    @Message("Addresses")
    String addresses();

    @Message("Address")
    String address();

    @Message("No address is taken")
    String no_addresses_title();

    @Message("Members of the partition get theirs by themselves; more can be reserved here.")
    String no_addresses_text();

    @Message("Held by")
    String held_by();

    @Message("reserved")
    String reserved();

    @Message("Note")
    String note();

    @Message("Release")
    String release();

    @Message("Release {address}?")
    String release_title(String address);

    @Message("An address on an interface stays taken until the node proved that it is gone.")
    String release_text();

    @Message("being released")
    String releasing();

    @Message("Take addresses")
    String take();

    @Message("Take several addresses")
    String take_many();

    @Message("Address, empty for the lowest free one")
    String take_address();

    @Message("How many")
    String take_count();

    @Message("Take")
    String take_do();

    @Message("Delete pool")
    String delete();

    @Message("Delete pool {name}?")
    String delete_title(String name);

    @Message("The pool goes at once when none of its addresses is held by an interface.")
    String delete_text();

    @Message("Type the pool's name to confirm")
    String delete_type();

    @Message("That is not the name of the pool: type \"{name}\".")
    String delete_wrong(String name);

    @Message("Danger zone")
    String danger();

    @Message("Add range")
    String add_range();

    @Message("Range to add")
    String add_range_label();

    @Message("Find address, node or note")
    String find();

    @Message("on an interface")
    String in_use();

    @Message("for nobody yet")
    String for_nobody();

    @Message("For node, empty for nobody yet")
    String take_node();

    @Message("Edit pool {name}")
    String edit_title(String name);

    @Message(
            "The prefix stays as it is. Addresses that are taken must stay within the ranges and outside the exclusions.")
    String edit_note();

    @Message("Members without an address from here: {n}")
    String waiting_title(int n);

    @Message(
            "They joined before there was a pool, or their address was released. Their interfaces are up, but nobody reaches them by IP.")
    String waiting_text();

    @Message("Give addresses to {n} members")
    String waiting_do(int n);

    @Message(
            "{ip} is in use: it is taken off the running interface of {node} in partition {partition}, which has no address of this kind then.")
    String release_in_use(String ip, String node, String partition);

    @Message("Remove")
    String drop();

    @Message("Remove {span}")
    String drop_title(String span);

    @Message("Keep until (reservation)")
    String until();

    @Message("until")
    String until_short();

    @Message("Addresses never to hand out: \"first - last\", a prefix, \"first 10\" or \"last 5\"")
    String exclude_label();

    @Message("Reason")
    String exclude_reason();

    @Message("Exclude")
    String exclude_do();

    @Message("Resize")
    String resize();

    @Message("Resize {name}")
    String resize_title(String name);

    @Message(
            "Every taken address stays; you see what happens before anything is changed. Interfaces get the new prefix length while they run.")
    String resize_note();

    @Message("The same family, for example a larger 10.77.0.0/23 or a smaller 10.77.0.0/25.")
    String resize_hint();

    @Message("\"none\" for no gateway.")
    String resize_gateway_hint();

    @Message("Preview")
    String resize_look();

    @Message("What would change")
    String resize_preview();

    @Message("Before")
    String before();

    @Message("After")
    String after();

    @Message("Capacity")
    String capacity();

    @Message("Used")
    String used_addresses();

    @Message("{count} running interfaces get the new prefix length.")
    String resize_interfaces(int count);

    @Message("Ranges and exclusions that change")
    String resize_cut();

    @Message("{count} taken addresses would be left outside; release them first")
    String resize_lost(long count);

    @Message("It cannot be done now")
    String resize_not();

    @Message("Resize to {prefix}")
    String resize_apply(String prefix);

    @Message("Map")
    String map();

    @Message("Map of {name}")
    String map_title(String name);

    @Message("Picture")
    String map_picture();

    @Message(
            "Each square is an address. A free one opens the form that takes it, a taken one its row. The table below says the same.")
    String map_lead();

    @Message(
            "Each square is a part of the pool with how full it is in percent; it opens that part. The table below says the same.")
    String map_blocks_lead();

    @Message("{prefix}: {used} of {capacity} used")
    String map_block_label(String prefix, String used, String capacity);

    @Message("Back to {prefix}")
    String map_out(String prefix);

    @Message("free")
    String map_free();

    @Message("excluded")
    String map_excluded();

    @Message("not handed out")
    String map_unusable();

    @Message("Nothing is taken here, and nothing is free.")
    String map_empty();

    @Message("Only the lowest parts are shown. Look for an address by search on the page of the pool.")
    String map_cut();

    @Message("As a table")
    String map_table();

    @Message("Count")
    String map_count();

    @Message("Who had an address?")
    String had_title();

    @Message("Everybody who has it or had it, with the times; or only who had it at one time.")
    String had_lead();

    @Message("At (optional)")
    String had_at();

    @Message("Look")
    String had_do();

    @Message("Nobody that you may see.")
    String had_nobody();

    @Message("From")
    String had_from();

    @Message("Until")
    String had_until();

    @Message("still")
    String had_still();

    @Message("Taken by")
    String had_actor();
}
