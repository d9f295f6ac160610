package dev.ibportal.daemon.session;

import com.google.protobuf.MessageLite;
import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.KernelModule;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.WrongRecipe;
import java.util.ArrayList;
import java.util.List;

/** Cuts a report into parts that stay below a size; all carry its sequence, only the last one says {@code last}. */
final class InventoryParts {
    /** Tag and length in front of an embedded message, at most. */
    private static final int FRAMING = 10;

    private final InventoryReport head;
    private final int limit;
    private final List<InventoryReport> parts = new ArrayList<>();
    private InventoryReport.Builder part;
    private int size;

    private InventoryParts(InventoryReport whole, int limit) {
        this.head = whole.toBuilder()
                .clearHcas()
                .clearNetdevs()
                .clearModules()
                .clearKept()
                .clearWrongRecipes()
                .clearUnreadable()
                .clearDrivers()
                .clearLast()
                .build();
        this.limit = limit;
        this.part = head.toBuilder();
        this.size = head.getSerializedSize();
    }

    static List<InventoryReport> of(InventoryReport whole, int limit) {
        if (whole.getSerializedSize() <= limit) {
            return List.of(whole.toBuilder().setLast(true).build());
        }
        InventoryParts cut = new InventoryParts(whole, limit);
        for (Hca hca : whole.getHcasList()) {
            cut.room(hca).addHcas(hca);
        }
        for (Netdev netdev : whole.getNetdevsList()) {
            cut.room(netdev).addNetdevs(netdev);
        }
        for (KernelModule module : whole.getModulesList()) {
            cut.room(module).addModules(module);
        }
        for (KeptByHand kept : whole.getKeptList()) {
            cut.room(kept).addKept(kept);
        }
        for (WrongRecipe recipe : whole.getWrongRecipesList()) {
            cut.room(recipe).addWrongRecipes(recipe);
        }
        cut.part.addAllUnreadable(whole.getUnreadableList());
        if (whole.hasDrivers()) {
            cut.room(whole.getDrivers()).setDrivers(whole.getDrivers());
        }
        cut.parts.add(cut.part.setLast(true).build());
        return cut.parts;
    }

    private InventoryReport.Builder room(MessageLite item) {
        int more = item.getSerializedSize() + FRAMING;
        if (size + more > limit) {
            parts.add(part.build());
            part = head.toBuilder();
            size = head.getSerializedSize();
        }
        size += more;
        return part;
    }
}
