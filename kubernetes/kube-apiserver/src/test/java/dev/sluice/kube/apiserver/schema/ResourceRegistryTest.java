package dev.sluice.kube.apiserver.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ServedType;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceRegistryTest {
    private final ResourceRegistry registry = new ResourceRegistry(Schema.kubernetes());

    private static CustomType custom(String group, String version, String plural, String kind) {
        ResourceType type = new ResourceType(group, version, plural, kind, true);
        ServedType served = new ServedType(type, plural, List.of(), List.of(), List.of("get"), "", List.of());
        return new CustomType(served, JsonObject.EMPTY, JsonArray.EMPTY);
    }

    @Test
    void builtInTypesAreServedFromTheStart() {
        assertThat(requireNonNull(registry.type("apps", "v1", "deployments"))
                        .type()
                        .kind())
                .isEqualTo("Deployment");
        assertThat(registry.types()).isEqualTo(Schema.kubernetes().types());
    }

    @Test
    void aDefinitionIsServedUntilItIsTakenBack() {
        long before = registry.edition();
        registry.serve(
                "jobs.hpc.io",
                List.of(custom("hpc.io", "v1beta1", "jobs", "Job"), custom("hpc.io", "v1", "jobs", "Job")));
        assertThat(registry.edition()).isGreaterThan(before);
        assertThat(registry.group("hpc.io").orElseThrow().versions()).containsExactly("v1", "v1beta1");
        assertThat(requireNonNull(registry.typeOf("hpc.io/v1", "Job")).type().plural())
                .isEqualTo("jobs");
        assertThat(registry.customTypes()).hasSize(2);

        registry.serve("jobs.hpc.io", List.of());
        assertThat(registry.group("hpc.io")).isEmpty();
        assertThat(registry.type("hpc.io", "v1", "jobs")).isNull();
    }

    @Test
    void versionsAreOrderedByHowSettledTheyAre() {
        List<String> versions =
                List.of("v1", "foo10", "v11alpha2", "v10", "v2beta1", "v10beta3", "v12alpha1", "foo1", "v2");
        assertThat(versions.stream().sorted(VersionOrder.BEST_FIRST))
                .containsExactly("v10", "v2", "v1", "v10beta3", "v2beta1", "v12alpha1", "v11alpha2", "foo1", "foo10");
    }
}
