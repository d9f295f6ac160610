package dev.ibportal.drivers;

import java.util.List;

/**
 * What decides about drivers on a node.
 *
 * @param system id of the distribution, as os-release has it
 * @param systemVersion as os-release has it, for example {@code 9.4}
 * @param kernel the running one, as {@code uname -r} says
 * @param architecture as {@code uname -m} says
 * @param adapters PCI ids of adapters for RDMA
 */
public record NodeShape(String system, String systemVersion, String kernel, String architecture, List<PciId> adapters) {
    public NodeShape {
        adapters = List.copyOf(adapters);
    }

    public List<HcaGeneration> generations() {
        return adapters.stream().map(HcaGeneration::of).distinct().toList();
    }
}
