package dev.ibportal.portal.drivers;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages of drivers. */
@MessageBundle("drv")
public interface DriverMessages {
    @Message("Drivers")
    String title();

    @Message(
            "The driver stacks that can be chosen, with what is known of where each works. Nothing here is guessed: each fact names its source, and what is not known is said to be not known.")
    String lead();

    @Message("Which nodes fit")
    String to_matrix();

    @Message("Import")
    String to_import();

    @Message("Export")
    String export();

    @Message("Profile")
    String profile();

    @Message("Systems")
    String systems();

    @Message("Processors")
    String architectures();

    @Message("Origin")
    String origin();

    @Message("imported")
    String imported();

    @Message("comes with the product")
    String shipped();

    @Message("not in the catalogue")
    String not_in_catalogue();

    @Message("Last kernel it was made for")
    String last_kernel();

    @Message("Families of modules")
    String modules();

    @Message("Packages")
    String packages();

    @Message("Does not serve")
    String without();

    @Message("Kernels")
    String kernels();

    @Message("Sources of these facts")
    String sources();

    @Message("Remove the imported profile")
    String remove();

    @Message("A profile that came with the product is then there again as it came.")
    String remove_text();

    @Message("Import a catalogue of drivers")
    String import_title();

    @Message(
            "Profiles are added; one with an id that is there already takes its place. All of the file is taken or nothing. Export gives a file to begin with.")
    String import_lead();

    @Message("Content of the file")
    String import_text();

    @Message("JSON, as the export writes it; each profile has to name the sources of its facts.")
    String import_hint();

    @Message("Which nodes fit which drivers")
    String matrix_title();

    @Message(
            "Nodes of the same system, kernel, processor and adapters are one row. Press a sign to read why, and what works instead.")
    String matrix_lead();

    @Message("Choose nodes")
    String selector();

    @Message(
            "Conditions apart by blanks, all have to hold: os=debian version=12 kernel=6.1.* arch=x86_64 hca=connectx_6 fabric=east name=gpu-*,cpu-* state!=unreachable. Empty: every node.")
    String selector_hint();

    @Message("Choose")
    String choose();

    @Message("{n} nodes chosen")
    String chosen(int n);

    @Message("Nodes")
    String nodes();

    @Message("System")
    String system();

    @Message("Kernel")
    String kernel();

    @Message("Adapters")
    String adapters();

    @Message("Why")
    String why();

    @Message("works")
    String works();

    @Message("does not work")
    String refused();

    @Message("cannot be told")
    String not_known();

    @Message("not told yet")
    String not_told();

    @Message("{some} and {more} more")
    String and_more(String some, int more);

    @Message("What works instead")
    String nearest();

    @Message("Nothing speaks against it.")
    String nothing_against();

    @Message("{node}: which drivers fit")
    String node_title(String node);

    @Message("Decided from what the node has told of itself, before anything is downloaded.")
    String node_lead();

    @Message("Answer")
    String answer();

    @Message("Do")
    String instead();

    @Message("No node is chosen")
    String none_title();

    @Message("Change the conditions, or add nodes first.")
    String none_text();

    @Message("Systems not known")
    String r_system_not_known();

    @Message("Another system")
    String r_system_other();

    @Message("Another version of the system")
    String r_system_version();

    @Message("Processors not known")
    String r_architecture_not_known();

    @Message("Another processor")
    String r_architecture_other();

    @Message("Kernel not known")
    String r_kernel_not_known();

    @Message("Kernel without these modules")
    String r_kernel_without();

    @Message("Kernel needs more")
    String r_kernel_needs_more();

    @Message("Kernel too new")
    String r_kernel_too_new();

    @Message("No adapter")
    String r_adapter_none();

    @Message("No adapter told of")
    String r_adapter_not_told();

    @Message("Adapter not known")
    String r_adapter_not_known();

    @Message("Ethernet only")
    String r_adapter_ethernet();

    @Message("No driver for this adapter")
    String r_adapter_driver();

    @Message("Adapter not served")
    String r_adapter_generation();

    @Message("Node has told nothing")
    String r_node_silent();
}
