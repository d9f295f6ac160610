package dev.ibportal.portal.session.inventory;

import dev.ibportal.agent.v1.DriverFacts;
import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.KernelModule;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.WrongRecipe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One full look at a host, put together from its parts. */
record WholeReport(
        long sequence,
        Instant observedAt,
        List<Hca> hcas,
        List<Netdev> netdevs,
        List<KernelModule> modules,
        List<KeptByHand> kept,
        List<WrongRecipe> wrongRecipes,
        List<String> unreadable,
        @Nullable DriverFacts drivers) {

    static WholeReport of(List<InventoryReport> parts, Instant receivedAt) {
        List<Hca> hcas = new ArrayList<>();
        List<Netdev> netdevs = new ArrayList<>();
        List<KernelModule> modules = new ArrayList<>();
        List<KeptByHand> kept = new ArrayList<>();
        List<WrongRecipe> wrongRecipes = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        DriverFacts drivers = null;
        for (InventoryReport part : parts) {
            drivers = part.hasDrivers() ? part.getDrivers() : drivers;
            hcas.addAll(part.getHcasList());
            netdevs.addAll(part.getNetdevsList());
            modules.addAll(part.getModulesList());
            kept.addAll(part.getKeptList());
            wrongRecipes.addAll(part.getWrongRecipesList());
            unreadable.addAll(part.getUnreadableList());
        }
        return new WholeReport(
                parts.get(0).getSequence(),
                receivedAt,
                hcas,
                netdevs,
                modules,
                kept,
                wrongRecipes,
                unreadable,
                drivers);
    }
}
