package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.apiserver.contract.TestWebhook;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the contract suite does not see of webhooks.
class WebhooksTest {
    private static final ResourceType CONFIGMAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", true);
    private static final ResourceType MUTATING = new ResourceType(
            "admissionregistration.k8s.io",
            "v1",
            "mutatingwebhookconfigurations",
            "MutatingWebhookConfiguration",
            false);

    private final TestWebhook hook;
    private final EmbeddedApiServer server;
    private final Kube kube;

    WebhooksTest() throws IOException {
        hook = new TestWebhook();
        String address = hook.url("");
        server = EmbeddedApiServer.start(
                new SystemClock(),
                new Seeds(1),
                ServerOptions.plain(0)
                        .withServices((namespace, name, _) -> (namespace + "/" + name).equals("default/hooks")
                                ? Optional.of(address.substring("https://".length(), address.length() - 1))
                                : Optional.empty()));
        kube = server.kube();
    }

    @AfterEach
    void stop() {
        server.close();
        hook.close();
    }

    private void configure(String clientConfig, String more) {
        kube.create(
                MUTATING,
                "",
                (JsonObject) JsonText.read("""
                {"metadata":{"name":"m"},"webhooks":[{"name":"a.b.c","clientConfig":{%s,"caBundle":"%s"},"sideEffects":"None",
                "admissionReviewVersions":["v1"],"rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],
                "resources":["configmaps"]}]%s}]}
                """.formatted(clientConfig, hook.caBundle(), more)),
                WriteOptions.PLAIN);
    }

    private String url(String path) {
        return "\"url\":\"%s\"".formatted(hook.url(path));
    }

    private JsonObject create(String name, WriteOptions options) {
        return kube.create(
                CONFIGMAPS, "default", JsonObject.of("metadata", JsonObject.of("name", Json.of(name))), options);
    }

    @Test
    void nobodyHoldsTheServerWhileAWebhookThinks() {
        List<Integer> seen = new ArrayList<>();
        hook.work = () -> {
            kube.create(
                    new ResourceType("", "v1", "secrets", "Secret", true),
                    "default",
                    JsonObject.of("metadata", JsonObject.of("name", Json.of("made-meanwhile"))),
                    WriteOptions.PLAIN);
            seen.add(kube.list(CONFIGMAPS, "default", ListOptions.ALL).items().size());
        };
        configure(url("busy"), "");
        create("x", WriteOptions.PLAIN);
        assertThat(seen).containsExactly(0);
        assertThat(kube.get(CONFIGMAPS, new ObjectKey("default", "x")).text("metadata", "name"))
                .isEqualTo("x");
    }

    @Test
    void aWebhookIsAskedOnceAboutAnObjectThatGetsItsNameHere() {
        configure(url("label"), "");
        JsonObject made = kube.create(
                CONFIGMAPS,
                "default",
                JsonObject.of("metadata", JsonObject.of("generateName", Json.of("x-"))),
                WriteOptions.PLAIN);
        assertThat(made.text("metadata", "labels", "hooked")).isEqualTo("yes");
        assertThat(hook.asked).singleElement().asString().endsWith(made.text("metadata", "name"));
    }

    @Test
    void aServiceIsReachedByTheResolver() {
        configure("\"service\":{\"namespace\":\"default\",\"name\":\"hooks\",\"path\":\"/label\"}", "");
        assertThat(create("x", WriteOptions.PLAIN).text("metadata", "labels", "hooked"))
                .isEqualTo("yes");
    }

    @Test
    void aServiceThatIsNotThereFails() {
        configure("\"service\":{\"namespace\":\"default\",\"name\":\"none\",\"path\":\"/label\"}", "");
        assertThatThrownBy(() -> create("x", WriteOptions.PLAIN))
                .hasMessage("Internal error occurred: failed calling webhook \"a.b.c\": failed to call webhook:"
                        + " service \"none\" not found");
    }

    @Test
    void aWebhookThatStopsInTheMiddleOfItsAnswerIsGivenUp() {
        configure(url("stop"), ",\"timeoutSeconds\":1");
        assertThatThrownBy(() -> create("x", WriteOptions.PLAIN))
                .hasMessageContaining("failed calling webhook \"a.b.c\": failed to call webhook: ")
                .hasMessageEndingWith(": context deadline exceeded");
    }

    @Test
    void warningsAreHandedOn() {
        List<String> warnings = new ArrayList<>();
        configure(url("warn"), "");
        create("x", WriteOptions.PLAIN.warning(warnings::add));
        assertThat(warnings).containsExactly("mind the gap");
    }

    @Test
    void whoMayBeAskedAgainIsAskedAgainWhenAnotherHasChangedTheObject() {
        kube.create(
                MUTATING,
                "",
                (JsonObject) JsonText.read("""
                {"metadata":{"name":"m"},"webhooks":[
                {"name":"a.b.c","clientConfig":{%s,"caBundle":"%s"},"sideEffects":"None","admissionReviewVersions":["v1"],
                "reinvocationPolicy":"IfNeeded",
                "rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["configmaps"]}]},
                {"name":"d.b.c","clientConfig":{%s,"caBundle":"%s"},"sideEffects":"None","admissionReviewVersions":["v1"],
                "rules":[{"operations":["CREATE"],"apiGroups":[""],"apiVersions":["v1"],"resources":["configmaps"]}]}]}
                """.formatted(url("ok"), hook.caBundle(), url("label"), hook.caBundle())),
                WriteOptions.PLAIN);
        create("x", WriteOptions.PLAIN);
        assertThat(hook.asked.stream().map(asked -> asked.substring(0, asked.indexOf('?'))))
                .containsExactly("/ok", "/label", "/ok");
    }

    @Test
    void aWebhookOfAnotherAuthorityIsNotBelieved() throws IOException {
        try (TestWebhook stranger = new TestWebhook()) {
            configure("\"url\":\"%s\"".formatted(stranger.url("label")), "");
            assertThatThrownBy(() -> create("x", WriteOptions.PLAIN))
                    .hasMessageContaining("failed calling webhook \"a.b.c\": failed to call webhook: ");
        }
    }

    @Test
    void watchesTellObjectsAsTheWebhookConvertsThem() {
        ResourceType definitions = new ResourceType(
                "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
        ResourceType older = new ResourceType("hpc.io", "v1", "hosts", "Host", true);
        ResourceType newer = new ResourceType("hpc.io", "v2", "hosts", "Host", true);
        String any =
                "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}";
        kube.create(
                definitions,
                "",
                (JsonObject) JsonText.read("""
                {"metadata":{"name":"hosts.hpc.io"},"spec":{"group":"hpc.io","scope":"Namespaced",
                "names":{"plural":"hosts","kind":"Host"},"conversion":{"strategy":"Webhook","webhook":{
                "conversionReviewVersions":["v1"],"clientConfig":{"url":"%s","caBundle":"%s"}}},"versions":[
                {"name":"v1","served":true,"storage":true,%s},{"name":"v2","served":true,"storage":false,%s}]}}
                """.formatted(hook.url("convert"), hook.caBundle(), any, any)),
                WriteOptions.PLAIN);
        KubeWatch watch = kube.watch(newer, "default", new WatchOptions("", "", "", false, false), () -> {});
        kube.create(older, "default", (JsonObject) JsonText.read("""
                {"apiVersion":"hpc.io/v1","kind":"Host","metadata":{"name":"a"},"spec":{"host":"h","port":80}}
                """), WriteOptions.PLAIN);
        JsonObject told = watch.poll().orElseThrow().object();
        assertThat(told.text("apiVersion")).isEqualTo("hpc.io/v2");
        assertThat(told.text("spec", "address")).isEqualTo("h:80");
        watch.close();
    }
}
