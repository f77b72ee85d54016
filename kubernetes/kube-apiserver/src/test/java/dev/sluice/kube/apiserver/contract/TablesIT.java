package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.schema.Schema;
import dev.sluice.kube.apiserver.schema.ServedType;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
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

/// Every kind has the columns that it has on the real server.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class TablesIT {
    /// Served from nothing that is stored.
    private static final Set<String> NOT_OURS = Set.of("componentstatuses");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void columnsAreTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        int count = 0;
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
                RealProxy real = RealProxy.start(kubectl)) {
            for (ServedType served : Schema.kubernetes().types()) {
                if (served.allows("list") && !NOT_OURS.contains(served.type().groupResource())) {
                    String path = (served.type().group().isEmpty() ? "/api/" : "/apis/")
                            + served.type().apiVersion() + "/" + served.type().plural() + "?limit=1";
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

    /// Without what they are for, which is said in other words.
    private List<Json> columns(URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                .build();
        String text = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        JsonArray columns = ((JsonObject) JsonText.read(text)).array("columnDefinitions");
        return columns.map(column -> ((JsonObject) column).without("description"))
                .toList();
    }
}
