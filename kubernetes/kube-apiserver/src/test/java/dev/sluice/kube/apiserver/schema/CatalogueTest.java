package dev.sluice.kube.apiserver.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private final Catalogue catalogue = new Catalogue(Schema.kubernetes());

    private static CustomType custom(String group, String version, String plural, String kind) {
        ResourceType type = new ResourceType(group, version, plural, kind, true);
        ServedType served = new ServedType(type, plural, List.of(), List.of(), List.of("get"), "", List.of());
        return new CustomType(served, JsonObject.EMPTY, JsonArray.EMPTY);
    }

    @Test
    void builtInTypesAreServedFromTheStart() {
        assertThat(requireNonNull(catalogue.type("apps", "v1", "deployments"))
                        .type()
                        .kind())
                .isEqualTo("Deployment");
        assertThat(catalogue.types()).isEqualTo(Schema.kubernetes().types());
    }

    @Test
    void aDefinitionIsServedUntilItIsTakenBack() {
        long before = catalogue.edition();
        catalogue.serve(
                "jobs.hpc.io",
                List.of(custom("hpc.io", "v1beta1", "jobs", "Job"), custom("hpc.io", "v1", "jobs", "Job")));
        assertThat(catalogue.edition()).isGreaterThan(before);
        assertThat(catalogue.group("hpc.io").orElseThrow().versions()).containsExactly("v1", "v1beta1");
        assertThat(requireNonNull(catalogue.typeOf("hpc.io/v1", "Job")).type().plural())
                .isEqualTo("jobs");
        assertThat(catalogue.customTypes()).hasSize(2);

        catalogue.serve("jobs.hpc.io", List.of());
        assertThat(catalogue.group("hpc.io")).isEmpty();
        assertThat(catalogue.type("hpc.io", "v1", "jobs")).isNull();
    }

    @Test
    void versionsAreOrderedByHowSettledTheyAre() {
        List<String> versions =
                List.of("v1", "foo10", "v11alpha2", "v10", "v2beta1", "v10beta3", "v12alpha1", "foo1", "v2");
        assertThat(versions.stream().sorted(VersionOrder.BEST_FIRST))
                .containsExactly("v10", "v2", "v1", "v10beta3", "v2beta1", "v12alpha1", "v11alpha2", "foo1", "foo10");
    }
}
