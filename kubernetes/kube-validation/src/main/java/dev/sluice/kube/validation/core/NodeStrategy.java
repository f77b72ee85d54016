package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.core.pod.PodSpecValidation;
import dev.sluice.kube.validation.field.AddressValidation;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Nodes. A kubelet registers its node together with its status.
public final class NodeStrategy implements Strategy {
    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return applyDefaults(Defaults.empty(object, "spec"));
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return applyDefaults(object);
    }

    @Override
    public JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return applyDefaults(object);
    }

    /// Allocatable defaults to capacity.
    private static JsonObject applyDefaults(JsonObject given) {
        Json capacity = given.at("status", "capacity");
        JsonObject node = capacity == null || given.at("status", "allocatable") != null
                ? given
                : given.withAt(capacity, "status", "allocatable");
        String network = node.text("spec", "podCIDR");
        boolean isFirst = !network.isEmpty() && node.array("spec", "podCIDRs").isEmpty();
        return isFirst ? node.withAt(JsonArray.of(Json.of(network)), "spec", "podCIDRs") : node;
    }

    @Override
    public List<Cause> validate(JsonObject object) {
        ValidationErrors errors = new ValidationErrors();
        // The real server looks for them in the metadata.
        PodSpecValidation.checkTaints(object.array("spec", "taints"), "metadata.taints", errors);
        checkAmounts(object, errors);
        JsonArray networks = object.array("spec", "podCIDRs");
        for (int i = 0; i < networks.size(); i++) {
            AddressValidation.validateNetwork(networks.get(i), "spec.podCIDRs[" + i + "]", errors);
        }
        return errors.causes();
    }

    private static void checkAmounts(JsonObject object, ValidationErrors errors) {
        for (String which : List.of("capacity", "allocatable")) {
            JsonObject amounts = object.object("status", which);
            for (int i = 0; i < amounts.size(); i++) {
                Quantity quantity = Quantities.of(amounts.value(i));
                if (quantity.signum() < 0) {
                    errors.invalid(
                            "status." + which + "." + amounts.name(i),
                            quantity.toString(),
                            "must be greater than or equal to 0");
                }
            }
        }
    }

    @Override
    public List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        checkAddresses(object, errors);
        JsonArray before = old.array("spec", "podCIDRs");
        if (!before.isEmpty() && !before.equals(object.array("spec", "podCIDRs"))) {
            errors.forbidden("spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
        }
        String provider = old.text("spec", "providerID");
        if (!provider.isEmpty() && !provider.equals(object.text("spec", "providerID"))) {
            errors.forbidden("spec.providerID", "node updates may not change providerID except from \"\" to valid");
        }
        return errors.causes();
    }

    @Override
    public List<Cause> validateStatusUpdate(JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        checkAmounts(object, errors);
        checkAddresses(object, errors);
        return errors.causes();
    }

    private static void checkAddresses(JsonObject object, ValidationErrors errors) {
        JsonArray addresses = object.array("status", "addresses");
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < addresses.size(); i++) {
            if (!seen.add(addresses.get(i))) {
                errors.duplicate("status.addresses[" + i + "]", addresses.get(i));
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

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        JsonObject spec = object.object("spec");
        if (spec.has("configSource")) {
            warnings.accept("spec.configSource: the feature is removed");
        }
        if (!spec.text("externalID").isEmpty()) {
            warnings.accept("spec.externalID: this field is deprecated, and is unused by Kubernetes");
        }
    }

    @Override
    public List<Column> columns() {
        return CoreColumns.NODES;
    }
}
