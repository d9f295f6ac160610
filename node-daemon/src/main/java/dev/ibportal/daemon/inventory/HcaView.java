package dev.ibportal.daemon.inventory;

import java.util.List;
import java.util.Optional;

/**
 * An RDMA device.
 *
 * @param device its name today, for example {@code mlx5_0}; no identity
 * @param psid board id of the vendor
 * @param portsKnown false when the list of ports itself could not be read
 */
public record HcaView(
        String device,
        Optional<String> nodeGuid,
        Optional<String> firmware,
        Optional<String> psid,
        Optional<String> hcaType,
        Optional<String> driver,
        Optional<String> pciAddress,
        List<PortView> ports,
        boolean portsKnown) {
    public HcaView {
        ports = List.copyOf(ports);
    }
}
