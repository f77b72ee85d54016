package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.quantity.Quantity;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Nodes: whoever registers one also says how it is.
public final class NodeRules implements KindRules {
    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return filled(Defaults.empty(object, "spec"));
    }

    @Override
    public JsonObject beforeUpdate(JsonObject object, JsonObject old) {
        return filled(object);
    }

    @Override
    public JsonObject beforeStatusUpdate(JsonObject object, JsonObject old, String now) {
        return filled(object);
    }

    /// All that a node has can be used, unless somebody says otherwise.
    private static JsonObject filled(JsonObject given) {
        Json capacity = given.at("status", "capacity");
        JsonObject node = capacity == null || given.at("status", "allocatable") != null
                ? given
                : given.withAt(capacity, "status", "allocatable");
        String network = node.text("spec", "podCIDR");
        boolean isFirst = !network.isEmpty() && node.array("spec", "podCIDRs").isEmpty();
        return isFirst ? node.withAt(JsonArray.of(Json.of(network)), "spec", "podCIDRs") : node;
    }

    @Override
    public List<Cause> flaws(JsonObject object) {
        Flaws flaws = new Flaws();
        // The real server looks for them in the metadata.
        PodSpecChecks.checkTaints(object.array("spec", "taints"), "metadata.taints", flaws);
        checkAmounts(object, flaws);
        JsonArray networks = object.array("spec", "podCIDRs");
        for (int i = 0; i < networks.size(); i++) {
            PodNetworkChecks.checkNetwork(networks.get(i), "spec.podCIDRs[" + i + "]", flaws);
        }
        return flaws.causes();
    }

    private static void checkAmounts(JsonObject object, Flaws flaws) {
        for (String which : List.of("capacity", "allocatable")) {
            JsonObject amounts = object.object("status", which);
            for (int i = 0; i < amounts.size(); i++) {
                Quantity quantity = ContainerChecks.quantity(amounts.value(i));
                if (quantity.signum() < 0) {
                    flaws.invalid(
                            "status." + which + "." + amounts.name(i),
                            quantity.toString(),
                            "must be greater than or equal to 0");
                }
            }
        }
    }

    @Override
    public List<Cause> flawsOfUpdate(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        checkAddresses(object, flaws);
        JsonArray before = old.array("spec", "podCIDRs");
        if (!before.isEmpty() && !before.equals(object.array("spec", "podCIDRs"))) {
            flaws.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = old.text("spec", "providerID");
        if (!provider.isEmpty() && !provider.equals(object.text("spec", "providerID"))) {
            flaws.forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfStatus(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        checkAmounts(object, flaws);
        checkAddresses(object, flaws);
        return flaws.causes();
    }

    private static void checkAddresses(JsonObject object, Flaws flaws) {
        JsonArray addresses = object.array("status", "addresses");
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < addresses.size(); i++) {
            if (!seen.add(addresses.get(i))) {
                JsonObject address = addresses.object(i);
                JsonObject shown =
                        JsonObject.of("Type", Json.of(address.text("type"))).with("Address", address.text("address"));
                flaws.duplicate("status.addresses[" + i + "]", shown);
            }
        }
    }

    @Override
    public boolean hasGeneration() {
        return false;
    }

    @Override
    public Set<String> selectableFields() {
        return Set.of("spec.unschedulable");
    }
}
