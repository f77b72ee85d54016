package dev.sluice.kube.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ServedType;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private final OpenApi openApi =
            new OpenApi(new ResourceRegistry(Schema.kubernetes()), served -> served.allows("list"));

    @Test
    void theIndexLeadsToDocuments() {
        String url = document("/openapi/v3").text("paths", "apis/batch/v1", "serverRelativeURL");

        assertThat(url).matches("/openapi/v3/apis/batch/v1\\?hash=[0-9A-F]{64}");
        assertThat(document("/openapi/v3/apis/batch/v1")
                        .object("components", "schemas")
                        .names())
                .contains("io.k8s.api.batch.v1.Job", "io.k8s.api.core.v1.PodSpec")
                .doesNotContain("io.k8s.api.core.v1.Node");
    }

    @Test
    void patchesSayWhatTheyTake() {
        JsonObject patch =
                document("/openapi/v3/api/v1").object("paths", "/api/v1/namespaces/{namespace}/pods/{name}", "patch");

        assertThat(patch.object("requestBody", "content").names()).contains("application/strategic-merge-patch+json");
        assertThat(patch.array("parameters").toString()).contains("fieldValidation");
        assertThat(patch.text("x-kubernetes-group-version-kind", "kind")).isEqualTo("Pod");
    }

    @Test
    void fieldsSayHowTheyMerge() {
        JsonObject containers =
                document("/openapi/v2").object("definitions", "io.k8s.api.core.v1.PodSpec", "properties", "containers");

        assertThat(containers.text("x-kubernetes-patch-merge-key")).isEqualTo("name");
        assertThat(containers.text("items", "$ref")).isEqualTo("#/definitions/io.k8s.api.core.v1.Container");
    }

    @Test
    void otherPathsHaveNone() {
        assertThat(openApi.at("/openapi/v3/apis/nobody/v1")).isEmpty();
        assertThat(openApi.at("/openapi/v4")).isEmpty();
    }

    @Test
    void aDocumentThatWasOvertakenByAChangeIsNotKept() {
        ResourceRegistry registry = new ResourceRegistry(Schema.kubernetes());
        Overtaken overtaken = new Overtaken(registry);

        overtaken.openApi.at("/openapi/v2");

        assertThat(registry.edition()).isEqualTo(1);
        assertThat(definitions(overtaken.openApi)).contains("io.hpc.v1.Host");
    }

    /// While its first document is made, something else is served and asked for.
    private static final class Overtaken {
        private final ResourceRegistry registry;
        private final OpenApi openApi;

        Overtaken(ResourceRegistry registry) {
            this.registry = registry;
            this.openApi = new OpenApi(registry, this::isServed);
        }

        private boolean isServed(ServedType served) {
            if (registry.edition() == 0) {
                ResourceType type = new ResourceType("hpc.io", "v1", "hosts", "Host", true);
                ServedType hosts = new ServedType(type, "host", List.of(), List.of(), List.of("list"), "", List.of());
                registry.serve("hosts.hpc.io", List.of(new CustomType(hosts, JsonObject.EMPTY, JsonArray.EMPTY)));
                openApi.at("/openapi/v3/apis/hpc.io/v1");
            }
            return served.allows("list");
        }
    }

    private static List<String> definitions(OpenApi openApi) {
        JsonObject document =
                (JsonObject) JsonText.read(openApi.at("/openapi/v2").orElseThrow());
        return List.copyOf(document.object("definitions").names());
    }

    private JsonObject document(String path) {
        return (JsonObject) JsonText.read(openApi.at(path).orElseThrow());
    }
}
