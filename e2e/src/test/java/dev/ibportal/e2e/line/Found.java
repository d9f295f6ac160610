package dev.ibportal.e2e.line;

import dev.ibportal.e2e.lab.LabHost;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one host really has: asked with {@code smpquery} and {@code ip}, never the portal.
 *
 * @param keys entries of the port's PKey table, without those of the default partition
 * @param children IPoIB children with their addresses
 */
record Found(Set<Integer> keys, Map<String, Set<String>> children) {
    private static final int BASE = 0x7fff;
    private static final int FULL = 0x8000;
    private static final String CHILD = "ib0.";

    static Found on(LabHost host) {
        Set<Integer> keys = host.pkeyTable().stream()
                .filter(key -> (key & BASE) != BASE)
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, Set<String>> children = new TreeMap<>();
        host.addresses().forEach((device, addresses) -> {
            if (device.startsWith(CHILD)) {
                children.put(device, new TreeSet<>(addresses));
            }
        });
        return new Found(keys, children);
    }

    static String child(int pkey) {
        return CHILD + String.format("%04x", pkey | FULL);
    }

    @Override
    public String toString() {
        return keys.stream().map(key -> String.format("0x%04x", key)).toList() + " and " + children;
    }
}
