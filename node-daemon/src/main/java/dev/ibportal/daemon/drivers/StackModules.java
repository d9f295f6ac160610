package dev.ibportal.daemon.drivers;

import dev.ibportal.drivers.HcaGeneration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names of kernel modules that make up a driver stack. */
final class StackModules {
    /** What a stack takes out and puts back by itself; whatever else uses one of these is somebody else's. */
    private static final Set<String> OWN = Set.of(
            "ib_core",
            "ib_cm",
            "ib_uverbs",
            "ib_umad",
            "ib_ipoib",
            "iw_cm",
            "rdma_cm",
            "rdma_ucm",
            "rdmavt",
            "mlx_compat",
            "mlxfw",
            "mlxdevm",
            "mlx4_core",
            "mlx4_ib",
            "mlx4_en",
            "mlx5_core",
            "mlx5_ib",
            "mlx5_vdpa",
            "hfi1",
            "ib_qib");

    /** Of these programs open a device, opensm and jobs among them. */
    private static final Set<String> WITH_DEVICES = Set.of("ib_uverbs", "ib_umad", "rdma_ucm");

    private StackModules() {}

    static boolean isOwn(String name) {
        return OWN.contains(name);
    }

    static boolean hasDevices(String name) {
        return WITH_DEVICES.contains(name);
    }

    /** Without which adapters of these generations carry no IPoIB; the core module alone does not. */
    static List<String> needed(List<HcaGeneration> generations) {
        Set<String> needed = new TreeSet<>();
        for (HcaGeneration generation : generations) {
            if (!generation.driver().isEmpty() && generation.isInfiniBand()) {
                needed.addAll(
                        generation.driver().startsWith("mlx")
                                ? List.of(generation.driver() + "_core", generation.driver() + "_ib")
                                : List.of(generation.driver()));
                needed.add("ib_ipoib");
            }
        }
        return List.copyOf(needed);
    }
}
