package dev.ibportal.drivers;

import java.util.Arrays;
import java.util.Set;

/**
 * A generation of adapters, told by PCI id. Source of the ids: pci.ids of 2023-04-10 and the device tables of the kernel's
 * drivers.
 */
public enum HcaGeneration {
    CONNECTX_2(
            "ConnectX or ConnectX-2",
            "mlx4",
            true,
            0x15b3,
            0x6340,
            0x634a,
            0x673c,
            0x6746,
            0x6750,
            0x6764,
            0x676e,
            0x6778),
    CONNECTX_3("ConnectX-3", "mlx4", true, 0x15b3, 0x1003, 0x1004, 0x1007),
    CONNECT_IB("Connect-IB", "mlx5", true, 0x15b3, 0x1011, 0x1012),
    CONNECTX_4("ConnectX-4", "mlx5", true, 0x15b3, 0x1013, 0x1014),
    CONNECTX_4_LX("ConnectX-4 Lx", "mlx5", false, 0x15b3, 0x1015, 0x1016),
    CONNECTX_5("ConnectX-5", "mlx5", true, 0x15b3, 0x1017, 0x1018, 0x1019, 0x101a),
    CONNECTX_6("ConnectX-6", "mlx5", true, 0x15b3, 0x101b, 0x101c),
    CONNECTX_6_ETHERNET("ConnectX-6 Dx or Lx", "mlx5", false, 0x15b3, 0x101d, 0x101f),
    CONNECTX_7("ConnectX-7", "mlx5", true, 0x15b3, 0x1021),
    CONNECTX_8("ConnectX-8", "mlx5", true, 0x15b3, 0x1023),
    BLUEFIELD("BlueField", "mlx5", true, 0x15b3, 0xa2d2, 0xa2d3),
    BLUEFIELD_2("BlueField-2", "mlx5", true, 0x15b3, 0xa2d6),
    BLUEFIELD_3("BlueField-3", "mlx5", true, 0x15b3, 0xa2dc),
    OMNI_PATH("Omni-Path", "hfi1", true, 0x8086, 0x24f0, 0x24f1),
    QLOGIC("QLogic", "ib_qib", true, 0x1077, 0x7220, 0x7322),
    UNKNOWN("an adapter that is not known here", "", true, -1);

    private final String label;
    private final String driver;
    private final boolean infiniBand;
    private final int vendor;
    private final Set<Integer> devices;

    HcaGeneration(String label, String driver, boolean infiniBand, int vendor, Integer... devices) {
        this.label = label;
        this.driver = driver;
        this.infiniBand = infiniBand;
        this.vendor = vendor;
        this.devices = Set.of(devices);
    }

    /** {@link #UNKNOWN} where the id is in no table. */
    public static HcaGeneration of(PciId id) {
        return Arrays.stream(values())
                .filter(one -> one.vendor == id.vendor() && one.devices.contains(id.device()))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** What people call it. */
    public String label() {
        return label;
    }

    /** Family of kernel modules; empty where it is not known. */
    public String driver() {
        return driver;
    }

    /** Whether its ports can be InfiniBand ports: those that are Ethernet only never carry IPoIB. */
    public boolean isInfiniBand() {
        return infiniBand;
    }
}
