package dev.ibportal.diagnosis;

import static dev.ibportal.diagnosis.FactKey.ADAPTERS;
import static dev.ibportal.diagnosis.FactKey.KERNEL_LOG;
import static dev.ibportal.diagnosis.FactKey.KERNEL_RELEASE;
import static dev.ibportal.diagnosis.FactKey.MODULE;
import static dev.ibportal.diagnosis.FactKey.MODULE_FILE;
import static dev.ibportal.diagnosis.FactKey.RDMA_DEVICES;

import java.util.Optional;

/** Adapter, driver, and the module that makes interfaces of ports. */
final class DeviceRules {
    private static final String MIXED = "disagrees about version of symbol";

    private DeviceRules() {}

    static LinkResult device(Facts facts, Place place) {
        Judge judge = new Judge(Link.DEVICE, place).seen(facts, RDMA_DEVICES, ADAPTERS);
        if (facts.value(RDMA_DEVICES).isPresent()) {
            return judge.holds(String.join(", ", facts.lines(RDMA_DEVICES)));
        }
        if (!facts.lacks(RDMA_DEVICES)) {
            return judge.unknown(facts.unknown(RDMA_DEVICES).orElse(""));
        }
        if (facts.lacks(ADAPTERS)) {
            return judge.broken(KnownCause.NO_ADAPTER, "no InfiniBand adapter is on the PCI bus");
        }
        judge.seen(facts, KERNEL_LOG);
        Optional<String> mixed = facts.line(KERNEL_LOG, MIXED);
        if (mixed.isPresent()) {
            return judge.broken(KnownCause.STACK_MIXED, "modules of two driver stacks are mixed: " + mixed.get());
        }
        Optional<String> rejected = facts.line(KERNEL_LOG, "unavailable key is rejected")
                .or(() -> facts.line(KERNEL_LOG, "Key was rejected"))
                .or(() -> facts.line(KERNEL_LOG, "unsigned module loading is restricted"));
        if (rejected.isPresent()) {
            return judge.broken(
                    KnownCause.DRIVER_REJECTED, "the kernel refused the driver's signature: " + rejected.get());
        }
        return facts.value(ADAPTERS).isPresent()
                ? judge.broken(
                        KnownCause.DRIVER_NOT_BOUND,
                        "the adapter is there, but no driver has made an InfiniBand device of it: "
                                + facts.lines(ADAPTERS).get(0))
                : judge.symptom("there is no InfiniBand device; whether there is an adapter cannot be told here");
    }

    static LinkResult module(Facts facts, Place place) {
        Judge judge = new Judge(Link.MODULE, place).seen(facts, MODULE);
        if (facts.value(MODULE).isPresent()) {
            return judge.holds("ib_ipoib is loaded");
        }
        if (!facts.lacks(MODULE)) {
            return judge.unknown(facts.unknown(MODULE).orElse(""));
        }
        judge.seen(facts, MODULE_FILE, KERNEL_RELEASE, KERNEL_LOG);
        Optional<String> mixed = facts.line(KERNEL_LOG, "ib_ipoib: " + MIXED).or(() -> facts.line(KERNEL_LOG, MIXED));
        if (mixed.isPresent()) {
            return judge.broken(KnownCause.STACK_MIXED, "modules of two driver stacks are mixed: " + mixed.get());
        }
        String kernel = facts.value(KERNEL_RELEASE).orElse("that runs");
        return judge.broken(
                KnownCause.MODULE_MISSING,
                facts.lacks(MODULE_FILE)
                        ? "ib_ipoib is not loaded, and the kernel " + kernel + " has no such module"
                        : "ib_ipoib is not loaded");
    }
}
