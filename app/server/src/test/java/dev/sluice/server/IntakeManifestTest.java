package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// What the configurations of intake must say, so that an outage of Sluice holds up nothing and only objects that opt
/// in are managed.
class IntakeManifestTest {
    private static final String NAMESPACE_OPTS_IN =
            "{\"key\":\"sluice.dev/managed\",\"operator\":\"In\",\"values\":[\"true\"]}";
    private static final String OBJECT_OPTS_IN = "{\"key\":\"sluice.dev/queue\",\"operator\":\"Exists\"}";
    private static final List<String> SYSTEM = List.of("kube-system", "kube-public", "kube-node-lease", "sluice");

    private static List<JsonObject> objects(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(each -> (JsonObject) each)
                .toList();
    }

    private static List<String> texts(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(Json::toString)
                .toList();
    }

    private static List<JsonObject> webhooks() {
        return objects(Manifests.read("intake-webhook.yaml").getFirst().array("webhooks"));
    }

    /// @param from what has the two selectors
    private static void optsIn(JsonObject from) {
        JsonArray namespaces = from.array("namespaceSelector", "matchExpressions");
        JsonArray objects = from.array("objectSelector", "matchExpressions");
        boolean isByNamespace = texts(namespaces).contains(NAMESPACE_OPTS_IN)
                || from.text("namespaceSelector", "matchLabels", "sluice.dev/managed")
                        .equals("true");
        assertThat(isByNamespace || texts(objects).contains(OBJECT_OPTS_IN))
                .as("opts in: " + from)
                .isTrue();
    }

    private static void sparesTheSystem(JsonObject from) {
        assertThat(objects(from.array("namespaceSelector", "matchExpressions")))
                .filteredOn(it -> it.text("key").equals("kubernetes.io/metadata.name"))
                .singleElement()
                .satisfies(it -> assertThat(it.text("operator")).isEqualTo("NotIn"))
                .satisfies(it -> assertThat(texts(it.array("values")))
                        .containsAll(
                                SYSTEM.stream().map(name -> '"' + name + '"').toList()));
    }

    @Test
    void theWebhookHasNoSideEffectsAndIsIgnoredWhenItIsDown() {
        assertThat(webhooks()).hasSize(2).allSatisfy(hook -> {
            assertThat(hook.text("sideEffects")).isEqualTo("None");
            assertThat(hook.text("failurePolicy")).isEqualTo("Ignore");
            assertThat(hook.number(0, "timeoutSeconds")).isEqualTo(2);
        });
    }

    @Test
    void theWebhookIsCalledForCreationsOfThoseWhoOptInOnly() {
        assertThat(webhooks()).hasSize(2).allSatisfy(hook -> {
            optsIn(hook);
            sparesTheSystem(hook);
            assertThat(objects(hook.array("rules")))
                    .allSatisfy(
                            rule -> assertThat(texts(rule.array("operations"))).containsExactly("\"CREATE\""));
        });
    }

    @Test
    void thePoliciesAreIgnoredOnErrorsAndApplyToThoseWhoOptInOnly() {
        List<JsonObject> all = Manifests.read("intake-policy.yaml");
        List<JsonObject> policies = all.stream()
                .filter(it -> it.text("kind").equals("MutatingAdmissionPolicy"))
                .toList();
        List<JsonObject> bindings = all.stream()
                .filter(it -> it.text("kind").equals("MutatingAdmissionPolicyBinding"))
                .toList();

        assertThat(policies).isNotEmpty().allSatisfy(policy -> {
            assertThat(policy.text("spec", "failurePolicy")).isEqualTo("Ignore");
            sparesTheSystem(policy.object("spec", "matchConstraints"));
        });
        assertThat(bindings)
                .hasSize(2 * policies.size())
                .allSatisfy(binding -> optsIn(binding.object("spec", "matchResources")));
    }
}
