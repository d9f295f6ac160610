package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpoibMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How to make a child again that is about to be deleted, as it was. */
final class Remaking {
    private Remaking() {}

    /** Empty where parent, key or name cannot be told: then it cannot be brought back. */
    static List<Step> of(NetdevView old) {
        Optional<String> parent = old.parent().filter(name -> !name.startsWith("#"));
        if (parent.isEmpty() || old.pkey().isEmpty()) {
            return List.of();
        }
        try {
            return steps(old, new InterfaceName(parent.get()), new InterfaceName(old.name()));
        } catch (InvalidValueException e) {
            return List.of();
        }
    }

    private static List<Step> steps(NetdevView old, InterfaceName parent, InterfaceName name) {
        List<Step> again = new ArrayList<>();
        again.add(new Step.CreateChild(
                parent, name, old.pkey().orElseThrow(), old.mode().orElse(IpoibMode.DATAGRAM)));
        old.mtu().ifPresent(mtu -> again.add(new Step.SetMtu(name, mtu, Optional.empty())));
        old.configured().forEach(address -> again.add(new Step.AddAddress(name, address.address())));
        if (old.up().orElse(false)) {
            again.add(new Step.LinkUp(name));
        }
        return again;
    }
}
