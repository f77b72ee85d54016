package dev.sluice.kube.validation.networking;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.ArrayList;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class NetworkingColumns {
    static final List<Column> INGRESSES = List.of(
            NAME,
            Column.text("Class", Cells.atOr(NONE, "spec", "ingressClassName")),
            Column.text("Hosts", Cells.text(NetworkingColumns::hosts)),
            Column.text("Address", Cells.text(Cells::loadBalancers)),
            Column.text(
                    "Ports", Cells.text(object -> object.array("spec", "tls").isEmpty() ? "80" : "80, 443")),
            AGE);

    static final List<Column> INGRESS_CLASSES = List.of(
            Cells.nameOrDefault("ingressclass.kubernetes.io/is-default-class"),
            Column.text("Controller", Cells.at("spec", "controller")),
            Column.text("Parameters", Cells.text(NetworkingColumns::parameters)),
            AGE);

    static final List<Column> NETWORK_POLICIES = List.of(
            NAME,
            Column.text(
                    "Pod-Selector",
                    Cells.text(object -> Cells.orNone(Cells.selector(object.object("spec", "podSelector"))))),
            AGE);

    static final List<Column> SERVICE_CIDRS = List.of(
            NAME,
            Column.text("CIDRs", Cells.text(object -> String.join(",", Cells.texts(object.array("spec", "cidrs"))))),
            AGE);

    static final List<Column> IP_ADDRESSES =
            List.of(NAME, Column.text("ParentRef", Cells.text(NetworkingColumns::parent)));

    private NetworkingColumns() {}

    private static String hosts(JsonObject ingress) {
        List<String> hosts = new ArrayList<>(Cells.each(ingress.array("spec", "rules"), "host"));
        hosts.removeIf(String::isEmpty);
        return hosts.isEmpty() ? "*" : Cells.shortened(hosts);
    }

    private static String parameters(JsonObject ingressClass) {
        JsonObject parameters = ingressClass.object("spec", "parameters");
        if (parameters.isEmpty()) {
            return NONE;
        }
        String group = parameters.has("apiGroup") ? "." + parameters.text("apiGroup") : "";
        return parameters.text("kind") + group + "/" + parameters.text("name");
    }

    private static String parent(JsonObject address) {
        JsonObject parent = address.object("spec", "parentRef");
        if (parent.isEmpty()) {
            return NONE;
        }
        String group = parent.text("group").isEmpty() ? "" : "." + parent.text("group");
        String namespace = parent.text("namespace").isEmpty() ? "" : "/" + parent.text("namespace");
        return Cells.lowerCase(parent.text("resource") + group) + namespace + "/" + parent.text("name");
    }
}
