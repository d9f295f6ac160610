package dev.ibportal.portal.diagnose;

import dev.ibportal.diagnosis.KnownCause;

/** Causes in the person's language. */
final class CauseWords {
    private CauseWords() {}

    static String name(CauseMessages messages, KnownCause cause) {
        return switch (cause) {
            case NO_ADAPTER -> messages.no_adapter();
            case DRIVER_NOT_BOUND -> messages.driver_not_bound();
            case DRIVER_REJECTED -> messages.driver_rejected();
            case MODULE_MISSING -> messages.module_missing();
            case STACK_MIXED -> messages.stack_mixed();
            case PORT_ETHERNET -> messages.port_ethernet();
            case NO_LINK -> messages.no_link();
            case PORT_DISABLED -> messages.port_disabled();
            case WRONG_PORT -> messages.wrong_port();
            case NO_SUBNET_MANAGER -> messages.no_subnet_manager();
            case LIDS_STALE -> messages.lids_stale();
            case PORT_ARMED -> messages.port_armed();
            case KEY_NOT_IN_TABLE -> messages.key_not_in_table();
            case KEY_NOT_PROGRAMMED -> messages.key_not_programmed();
            case BOTH_LIMITED -> messages.both_limited();
            case KEYS_DIFFER -> messages.keys_differ();
            case WRONG_GUID -> messages.wrong_guid();
            case NO_GROUP -> messages.no_group();
            case GROUP_UNSUITABLE -> messages.group_unsuitable();
            case SUBNET_MANAGER_SILENT -> messages.subnet_manager_silent();
            case JOIN_FAILED -> messages.join_failed();
            case CHILD_TWICE -> messages.child_twice();
            case INVENTED_GUID -> messages.invented_guid();
            case PARENT_DOWN -> messages.parent_down();
            case INTERFACE_DOWN -> messages.interface_down();
            case INTERFACE_MISSING -> messages.interface_missing();
            case MTU_DIFFERS -> messages.mtu_differs();
            case FULL_SIZE_LOST -> messages.full_size_lost();
            case MODES_DIFFER -> messages.modes_differ();
            case CONNECTED_IMPOSSIBLE -> messages.connected_impossible();
            case WRONG_SUBNET -> messages.wrong_subnet();
            case ADDRESS_MISSING -> messages.address_missing();
            case NO_ROUTE -> messages.no_route();
            case NO_ADDRESS_GIVEN -> messages.no_address_given();
            case DUPLICATE_ADDRESS -> messages.duplicate_address();
            case TWO_IN_SUBNET -> messages.two_in_subnet();
            case NEIGHBOUR_STALE -> messages.neighbour_stale();
            case PATH_FAILS -> messages.path_fails();
            case FIREWALL -> messages.firewall();
            case LABEL_DENIED -> messages.label_denied();
            case ECHO_IGNORED -> messages.echo_ignored();
            case ROUTED_AWAY -> messages.routed_away();
            case SIBLINGS -> messages.siblings();
            case TRANSMIT_STUCK -> messages.transmit_stuck();
            case FIRMWARE_OLD -> messages.firmware_old();
            case LINK_BAD -> messages.link_bad();
            case MULTICAST_DROPPED -> messages.multicast_dropped();
            case BOND_MODE -> messages.bond_mode();
            case NO_WAY -> messages.no_way();
            case PEER_GONE -> messages.peer_gone();
            case VIRTUAL_PORT -> messages.virtual_port();
        };
    }

    static String fix(CauseMessages messages, KnownCause cause) {
        return switch (cause) {
            case NO_ADAPTER -> messages.fix_no_adapter();
            case DRIVER_NOT_BOUND -> messages.fix_driver_not_bound();
            case DRIVER_REJECTED -> messages.fix_driver_rejected();
            case MODULE_MISSING -> messages.fix_module_missing();
            case STACK_MIXED -> messages.fix_stack_mixed();
            case PORT_ETHERNET -> messages.fix_port_ethernet();
            case NO_LINK -> messages.fix_no_link();
            case PORT_DISABLED -> messages.fix_port_disabled();
            case WRONG_PORT -> messages.fix_wrong_port();
            case NO_SUBNET_MANAGER -> messages.fix_no_subnet_manager();
            case LIDS_STALE -> messages.fix_lids_stale();
            case PORT_ARMED -> messages.fix_port_armed();
            case KEY_NOT_IN_TABLE -> messages.fix_key_not_in_table();
            case KEY_NOT_PROGRAMMED -> messages.fix_key_not_programmed();
            case BOTH_LIMITED -> messages.fix_both_limited();
            case KEYS_DIFFER -> messages.fix_keys_differ();
            case WRONG_GUID -> messages.fix_wrong_guid();
            case NO_GROUP -> messages.fix_no_group();
            case GROUP_UNSUITABLE -> messages.fix_group_unsuitable();
            case SUBNET_MANAGER_SILENT -> messages.fix_subnet_manager_silent();
            case JOIN_FAILED -> messages.fix_join_failed();
            case CHILD_TWICE -> messages.fix_child_twice();
            case INVENTED_GUID -> messages.fix_invented_guid();
            case PARENT_DOWN -> messages.fix_parent_down();
            case INTERFACE_DOWN -> messages.fix_interface_down();
            case INTERFACE_MISSING -> messages.fix_interface_missing();
            case MTU_DIFFERS -> messages.fix_mtu_differs();
            case FULL_SIZE_LOST -> messages.fix_full_size_lost();
            case MODES_DIFFER -> messages.fix_modes_differ();
            case CONNECTED_IMPOSSIBLE -> messages.fix_connected_impossible();
            case WRONG_SUBNET -> messages.fix_wrong_subnet();
            case ADDRESS_MISSING -> messages.fix_address_missing();
            case NO_ROUTE -> messages.fix_no_route();
            case NO_ADDRESS_GIVEN -> messages.fix_no_address_given();
            case DUPLICATE_ADDRESS -> messages.fix_duplicate_address();
            case TWO_IN_SUBNET -> messages.fix_two_in_subnet();
            case NEIGHBOUR_STALE -> messages.fix_neighbour_stale();
            case PATH_FAILS -> messages.fix_path_fails();
            case FIREWALL -> messages.fix_firewall();
            case LABEL_DENIED -> messages.fix_label_denied();
            case ECHO_IGNORED -> messages.fix_echo_ignored();
            case ROUTED_AWAY -> messages.fix_routed_away();
            case SIBLINGS -> messages.fix_siblings();
            case TRANSMIT_STUCK -> messages.fix_transmit_stuck();
            case FIRMWARE_OLD -> messages.fix_firmware_old();
            case LINK_BAD -> messages.fix_link_bad();
            case MULTICAST_DROPPED -> messages.fix_multicast_dropped();
            case BOND_MODE -> messages.fix_bond_mode();
            case NO_WAY -> messages.fix_no_way();
            case PEER_GONE -> messages.fix_peer_gone();
            case VIRTUAL_PORT -> messages.fix_virtual_port();
        };
    }
}
