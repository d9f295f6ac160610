package dev.ibportal.daemon.host.simulated;

/**
 * A one-port adapter of a simulated host.
 *
 * @param device RDMA device, {@code mlx5_0}
 * @param netdev name that the kernel gives to its IPoIB interface, {@code ib0}
 * @param pciAddress {@code 0000:3b:00.0}
 * @param connectedPossible whether its interfaces can do connected mode
 */
record SimulatedAdapter(
        SimulatedPort port, String device, String netdev, String pciAddress, boolean connectedPossible) {
    String pciPath() {
        return "devices/pci0000:3a/" + pciAddress;
    }
}
