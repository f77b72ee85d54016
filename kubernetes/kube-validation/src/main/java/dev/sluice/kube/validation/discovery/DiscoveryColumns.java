package dev.sluice.kube.validation.discovery;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.ArrayList;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class DiscoveryColumns {
    static final List<Column> ENDPOINT_SLICES = List.of(
            NAME,
            Column.text("AddressType", Cells.at("addressType")),
            Column.text("Ports", Cells.text(DiscoveryColumns::slicePorts)),
            Column.text("Endpoints", Cells.text(DiscoveryColumns::sliceAddresses)),
            AGE);

    private DiscoveryColumns() {}

    private static String slicePorts(JsonObject slice) {
        JsonArray ports = slice.array("ports");
        if (ports.isEmpty()) {
            return Cells.UNSET;
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String named = port.has("name") ? port.text("name") : "*";
            all.add(port.has("port") ? Long.toString(port.number(0, "port")) : named);
        }
        return Cells.shortened(all);
    }

    private static String sliceAddresses(JsonObject slice) {
        List<String> all = new ArrayList<>();
        JsonArray endpoints = slice.array("endpoints");
        for (int i = 0; i < endpoints.size(); i++) {
            all.addAll(Cells.texts(endpoints.object(i).array("addresses")));
        }
        return all.isEmpty() ? Cells.UNSET : Cells.shortened(all);
    }
}
