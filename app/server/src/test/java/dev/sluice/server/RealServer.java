package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/// A real API server as several users reach it. All of them may do everything, so that admission alone decides.
final class RealServer implements AutoCloseable {
    static final String ALICE = "alice";

    /// The user of Sluice, as the manifests of `deploy/` name it.
    static final String SLUICE = "system:serviceaccount:sluice:sluice";

    /// Policies and webhooks take effect within seconds, on a busy machine later.
    private static final long PATIENCE_NANOS = 60 * Clock.NANOS_PER_SECOND;

    private final SystemClock clock = new SystemClock();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Kubectl kubectl;
    private final KubectlProxy proxy;

    /// What the server has said.
    record Answer(int code, JsonObject body) {
        boolean isCreated() {
            return code == 201;
        }

        String message() {
            return body.text("message");
        }
    }

    RealServer(ControlPlane controlPlane) {
        this.kubectl = controlPlane.kubectl();
        this.proxy = KubectlProxy.start(kubectl);
    }

    Kubectl kubectl() {
        return kubectl;
    }

    /// Creates a namespace that is ready for pods.
    ///
    /// @param labels such as `sluice.dev/managed=true`
    void namespace(String name, String... labels) {
        kubectl.run("create", "namespace", name);
        for (String label : labels) {
            kubectl.run("label", "namespace", name, label);
        }
        kubectl.inNamespace(name).run("wait", "--for=create", "serviceaccount/default");
    }

    Answer create(String user, String namespace, JsonObject object) {
        return send(user, "POST", path(object.text("kind"), namespace), object.toString());
    }

    Answer dryRun(String user, String namespace, JsonObject object) {
        return send(user, "POST", path(object.text("kind"), namespace) + "?dryRun=All", object.toString());
    }

    /// @param patch a merge patch, with single quotes
    Answer patch(String user, String kind, String namespace, String name, String patch) {
        return send(user, "PATCH", path(kind, namespace) + "/" + name, patch.replace('\'', '"'));
    }

    Answer dryRunPatch(String user, String kind, String namespace, String name, String patch) {
        return send(user, "PATCH", path(kind, namespace) + "/" + name + "?dryRun=All", patch.replace('\'', '"'));
    }

    /// @param selector of labels
    List<JsonObject> list(String kind, String namespace, String selector) {
        return send(ALICE, "GET", path(kind, namespace) + "?labelSelector=" + selector, "")
                .body()
                .array("items")
                .toList()
                .stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /// Returns whether RBAC lets Sluice's service account do something.
    ///
    /// @param what verb, resource with its group, name if it matters: `patch jobs.batch`, `create pods/binding`
    boolean maySluice(String what, String namespace) {
        String[] words = what.split(" ", 3);
        String[] parts = words[1].split("/", 2);
        String[] resource = parts[0].split("\\.", 2);
        JsonObject attributes = JsonObject.EMPTY
                .with("verb", words[0])
                .with("resource", resource[0])
                .with("group", resource.length > 1 ? resource[1] : "")
                .with("subresource", parts.length > 1 ? parts[1] : "")
                .with("name", words.length > 2 ? words[2] : "")
                .with("namespace", namespace);
        JsonObject spec = JsonObject.EMPTY
                .with("user", SLUICE)
                .with(
                        "groups",
                        JsonText.read(
                                "[\"system:serviceaccounts\",\"system:serviceaccounts:sluice\",\"system:authenticated\"]"))
                .with("resourceAttributes", attributes);
        Answer answer = send(
                ALICE,
                "POST",
                "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                JsonObject.of("spec", spec).toString());
        assertThat(answer.isCreated()).as(answer.message()).isTrue();
        return answer.body().isTrue("status", "allowed");
    }

    /// Returns the UID of the flow schema by which the API server queues a request of Sluice's service account.
    String flowSchemaOfSluice() {
        HttpRequest request = HttpRequest.newBuilder(proxy.address().resolve("/api/v1/nodes"))
                .header("Impersonate-User", SLUICE)
                .build();
        return exchange(request)
                .headers()
                .firstValue("X-Kubernetes-Pf-Flowschema-Uid")
                .orElse("");
    }

    private static String path(String kind, String namespace) {
        String group = switch (kind) {
            case "Pod" -> "/api/v1";
            case "Job", "CronJob" -> "/apis/batch/v1";
            default -> "/apis/apps/v1";
        };
        return group + "/namespaces/" + namespace + "/" + kind.toLowerCase(Locale.ROOT) + "s";
    }

    private Answer send(String user, String method, String path, String body) {
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        HttpRequest request = HttpRequest.newBuilder(proxy.address().resolve(URI.create(path)))
                .header("Content-Type", type)
                .header("Impersonate-User", user)
                .header("Impersonate-Group", "system:masters")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = exchange(request);
        return new Answer(response.statusCode(), (JsonObject) JsonText.read(response.body()));
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Asks again until the server says so.
    void await(String what, BooleanSupplier condition) {
        long end = clock.nowNanos() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(clock.nowNanos()).as(what).isLessThan(end);
        }
    }

    @Override
    public void close() {
        proxy.close();
        http.close();
    }
}
