package dev.sluice.kube.apiserver.table;

import static dev.sluice.kube.apiserver.table.Cells.AGE;
import static dev.sluice.kube.apiserver.table.Cells.NAME;
import static dev.sluice.kube.apiserver.table.Cells.NONE;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The tables of services and what stands before and behind them.
final class NetworkColumns {
    static final Map<String, List<Column>> ALL = Map.of(
            "services",
                    List.of(
                            NAME,
                            Column.text("Type", Cells.at("spec", "type")),
                            Column.text("Cluster-IP", Cells.text(NetworkColumns::clusterIp)),
                            Column.text("External-IP", Cells.text(NetworkColumns::externalIp)),
                            Column.text("Port(s)", Cells.text(NetworkColumns::ports)),
                            AGE,
                            Column.text(
                                            "Selector",
                                            Cells.text(object -> Cells.labels(object.object("spec", "selector"))))
                                    .wide()),
            "endpoints", List.of(NAME, Column.text("Endpoints", Cells.text(NetworkColumns::endpoints)), AGE),
            "endpointslices.discovery.k8s.io",
                    List.of(
                            NAME,
                            Column.text("AddressType", Cells.at("addressType")),
                            Column.text("Ports", Cells.text(NetworkColumns::slicePorts)),
                            Column.text("Endpoints", Cells.text(NetworkColumns::sliceAddresses)),
                            AGE),
            "ingresses.networking.k8s.io",
                    List.of(
                            NAME,
                            Column.text("Class", Cells.atOr(NONE, "spec", "ingressClassName")),
                            Column.text("Hosts", Cells.text(NetworkColumns::hosts)),
                            Column.text("Address", Cells.text(NetworkColumns::balancers)),
                            Column.text(
                                    "Ports",
                                    Cells.text(object ->
                                            object.array("spec", "tls").isEmpty() ? "80" : "80, 443")),
                            AGE),
            "ingressclasses.networking.k8s.io",
                    List.of(
                            Cells.nameOrDefault("ingressclass.kubernetes.io/is-default-class"),
                            Column.text("Controller", Cells.at("spec", "controller")),
                            Column.text("Parameters", Cells.text(NetworkColumns::parameters)),
                            AGE),
            "networkpolicies.networking.k8s.io",
                    List.of(
                            NAME,
                            Column.text(
                                    "Pod-Selector",
                                    Cells.text(object ->
                                            Cells.orNone(Cells.selector(object.object("spec", "podSelector"))))),
                            AGE),
            "servicecidrs.networking.k8s.io",
                    List.of(
                            NAME,
                            Column.text(
                                    "CIDRs",
                                    Cells.text(object -> String.join(",", Cells.texts(object.array("spec", "cidrs"))))),
                            AGE),
            "ipaddresses.networking.k8s.io",
                    List.of(NAME, Column.text("ParentRef", Cells.text(NetworkColumns::parent))));

    private NetworkColumns() {}

    private static String clusterIp(JsonObject service) {
        List<String> ips = Cells.texts(service.array("spec", "clusterIPs"));
        return ips.isEmpty() ? NONE : ips.getFirst();
    }

    private static String externalIp(JsonObject service) {
        List<String> external = Cells.texts(service.array("spec", "externalIPs"));
        return switch (service.text("spec", "type")) {
            case "ClusterIP", "NodePort" -> Cells.orNone(String.join(",", external));
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                String balancers = balancers(service);
                if (!balancers.isEmpty()) {
                    all.add(balancers);
                }
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> service.text("spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String ports(JsonObject service) {
        JsonArray ports = service.array("spec", "ports");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            long node = port.number(0, "nodePort");
            texts.add(port.number(0, "port") + (node > 0 ? ":" + node : "") + "/" + port.text("protocol"));
        }
        return Cells.orNone(String.join(",", texts));
    }

    private static String endpoints(JsonObject object) {
        JsonArray subsets = object.array("subsets");
        if (subsets.isEmpty()) {
            return NONE;
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < subsets.size(); i++) {
            List<String> addresses = Cells.each(subsets.object(i).array("addresses"), "ip");
            JsonArray ports = subsets.object(i).array("ports");
            if (ports.isEmpty()) {
                all.addAll(addresses);
            }
            for (int p = 0; p < ports.size(); p++) {
                long port = ports.object(p).number(0, "port");
                for (String ip : addresses) {
                    all.add((ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port);
                }
            }
        }
        return Cells.shortened(all);
    }

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

    private static String hosts(JsonObject ingress) {
        List<String> hosts = new ArrayList<>(Cells.each(ingress.array("spec", "rules"), "host"));
        hosts.removeIf(String::isEmpty);
        return hosts.isEmpty() ? "*" : Cells.shortened(hosts);
    }

    private static String balancers(JsonObject object) {
        TreeSet<String> all = new TreeSet<>();
        JsonArray points = object.array("status", "loadBalancer", "ingress");
        for (int i = 0; i < points.size(); i++) {
            String ip = points.object(i).text("ip");
            all.add(ip.isEmpty() ? points.object(i).text("hostname") : ip);
        }
        all.remove("");
        return String.join(",", all);
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
