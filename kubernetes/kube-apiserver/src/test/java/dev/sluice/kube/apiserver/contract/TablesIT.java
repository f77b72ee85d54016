package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.table.Tables;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ServedType;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.print.HumanDuration;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Every kind has the columns that it has on the real server, and objects in many states the same cells.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class TablesIT {
    /// Served from nothing that is stored.
    private static final Set<String> NOT_OURS = Set.of("componentstatuses");

    /// The real server gives addresses a cell more than they have columns, and autoscalers of the first version the
    /// metrics of the second.
    private static final Set<String> NOT_COMPARED =
            Set.of("/apis/networking.k8s.io/v1/ipaddresses", "/apis/autoscaling/v1/horizontalpodautoscalers");

    /// The servers' clocks are one, but read in different ways.
    private static final long SLACK_NANOS = 100_000_000;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void columnsAreTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        int count = 0;
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
                KubectlProxy real = KubectlProxy.start(kubectl)) {
            for (ServedType served : Schema.kubernetes().types()) {
                if (served.allows("list") && !NOT_OURS.contains(served.type().groupResource())) {
                    String path = path(served) + "?limit=1";
                    List<Json> theirs = columns(real.address().resolve(path));
                    List<Json> mine = columns(ours.address().resolve(path));
                    count++;
                    if (!mine.equals(theirs)) {
                        differences.add(path + "\n  real: " + theirs + "\n  ours: " + mine);
                    }
                }
            }
        }
        System.out.printf("%d tables, %d differences%n", count, differences.size());

        assertThat(differences).isEmpty();
        assertThat(count).isGreaterThan(50);
    }

    @Test
    void rowsAreTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        Clock clock = new SystemClock();
        ResourceRegistry registry = new ResourceRegistry(Schema.kubernetes());
        List<String> differences = new ArrayList<>();
        int count = 0;
        try (KubectlProxy real = KubectlProxy.start(kubectl)) {
            put(real.address());
            for (ServedType served : Schema.kubernetes().types()) {
                if (served.allows("list") && !NOT_OURS.contains(served.type().groupResource())) {
                    long begin = clock.nowNanos() - SLACK_NANOS;
                    JsonArray rows = table(real.address().resolve(path(served) + "?includeObject=Object"))
                            .array("rows");
                    List<Tables> moments = moments(registry, begin, clock.nowNanos() + SLACK_NANOS);
                    for (int i = 0; i < rows.size(); i++) {
                        JsonObject object = rows.object(i).object("object");
                        JsonObject theirs = rows.object(i).without("object");
                        boolean isSame = moments.stream()
                                .anyMatch(moment -> row(moment, served, object).equals(theirs));
                        count++;
                        if (!isSame && !NOT_COMPARED.contains(path(served))) {
                            JsonObject mine = row(moments.getLast(), served, object);
                            differences.add(path(served) + "\n  real: " + theirs + "\n  ours: " + mine);
                        }
                    }
                }
            }
        }
        System.out.printf("%d rows, %d differences%n", count, differences.size());

        assertThat(differences).isEmpty();
        assertThat(count).isGreaterThan(150);
    }

    /// Ages are those of some moment of the request, to the second.
    private static List<Tables> moments(ResourceRegistry registry, long beginNanos, long endNanos) {
        List<Tables> moments = new ArrayList<>();
        for (long at = beginNanos; at < endNanos; at += Clock.NANOS_PER_SECOND) {
            long moment = at;
            moments.add(
                    new Tables(registry, new Strategies(AdmissionExpressions::error), new HumanDuration(() -> moment)));
        }
        moments.add(
                new Tables(registry, new Strategies(AdmissionExpressions::error), new HumanDuration(() -> endNanos)));
        return moments;
    }

    private void put(URI server) throws IOException, InterruptedException {
        ContractCase.Request make = new ContractCase.Request(
                "POST", "/api/v1/namespaces", "application/json", "{\"metadata\":{\"name\":\"NS\"}}", false, "");
        send(server, make);
        for (ContractCase each : ContractCase.read("tables.txt")) {
            for (ContractCase.Request request : each.requests()) {
                send(server, request);
            }
        }
    }

    private void send(URI server, ContractCase.Request request) throws IOException, InterruptedException {
        HttpRequest.Builder builder = HttpRequest.newBuilder(server.resolve(in(request.path())))
                .method(request.method(), HttpRequest.BodyPublishers.ofString(in(request.body())));
        if (!request.contentType().isEmpty()) {
            builder.header("Content-Type", request.contentType());
        }
        HttpResponse<String> response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(request + "\n" + response.body()).isLessThan(300);
    }

    private static String in(String text) {
        return text.replace("NS", "tables");
    }

    /// Cells and conditions.
    private static JsonObject row(Tables tables, ServedType served, JsonObject object) {
        return tables.table(
                        served.type(),
                        "meta.k8s.io/v1",
                        JsonObject.EMPTY,
                        List.of(object),
                        Tables.Include.OBJECT,
                        false)
                .array("rows")
                .object(0)
                .without("object");
    }

    private static String path(ServedType served) {
        return (served.type().group().isEmpty() ? "/api/" : "/apis/")
                + served.type().apiVersion() + "/" + served.type().plural();
    }

    private JsonObject table(URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                .build();
        return (JsonObject) JsonText.read(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    /// Without what they are for, which is said in other words.
    private List<Json> columns(URI uri) throws IOException, InterruptedException {
        JsonArray columns = table(uri).array("columnDefinitions");
        return columns.map(column -> ((JsonObject) column).without("description"))
                .toList();
    }
}
