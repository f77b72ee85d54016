package dev.sluice.server;

import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;

/// Installs the manifests of intake on a real API server, one after the other. An installation waits until it has
/// taken effect and, when it is closed, until it is gone: objects that are created on trial show it.
final class InstalledIntake {
    private static final String QUEUE = "'labels':{'sluice.dev/queue':'gpu'}";
    private static final String BOB = "'annotations':{'sluice.dev/user':'bob'}";

    private final RealServer server;
    private final String lab;
    private final String other;

    /// @param lab a managed namespace
    /// @param other a namespace that is not managed
    InstalledIntake(RealServer server, String lab, String other) {
        this.server = server;
        this.lab = lab;
        this.other = other;
    }

    /// Something that is installed until it is closed.
    interface Installation extends AutoCloseable {
        @Override
        void close();
    }

    /// Starts the webhook and has the API server call it.
    Installation webhook(ControlPlane controlPlane) {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        ServingKeys keys = new ServingKeys();
        WebhookServer webhook = WebhookServer.start(new Admission(IntakeOptions.DEFAULT), keys, loopback, 0);
        Installation registered = webhookAt("https://127.0.0.1:" + webhook.port() + WebhookServer.PATH);
        try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(controlPlane.kubeconfig(), ""))) {
            SystemClock clock = new SystemClock();
            OwnCertificates certificates = new OwnCertificates(
                    client, keys, List.of("localhost"), List.of(loopback), () -> true, clock, new TimerQueue());
            int done = certificates.work(clock.nowNanos());
            server.await("API servers trust the webhook", () -> done == 1 && certificates.isTrusted());
        }
        awaitEffect();
        return () -> {
            registered.close();
            awaitEnd();
            webhook.close();
        };
    }

    /// Registers a webhook, whatever listens at the URL.
    Installation webhookAt(String url) {
        String manifest = Manifests.webhookAt(url).toString();
        server.kubectl().apply(manifest);
        return () -> server.kubectl().run("delete", "mutatingwebhookconfiguration", WebhookTrust.CONFIGURATION);
    }

    /// Installs the policies that do the same.
    ///
    /// @param failurePolicy `Ignore` as in the manifest, or `Fail`, which shows errors in expressions
    Installation policies(String failurePolicy) {
        server.kubectl()
                .apply(read("intake-policy.yaml").replace("failurePolicy: Ignore", "failurePolicy: " + failurePolicy));
        awaitEffect();
        return () -> {
            delete("intake-policy.yaml");
            awaitEnd();
        };
    }

    /// Installs the policies that refuse what users may not do.
    Installation checks() {
        server.kubectl().apply(read("intake-checks.yaml"));
        server.await("the checks take effect", () -> refusals().allMatch(answer -> answer.code() == 403));
        return () -> {
            delete("intake-checks.yaml");
            server.await("the checks end", () -> refusals().allMatch(Answer::isCreated));
        };
    }

    private Stream<Answer> refusals() {
        return Stream.of(
                onTrial(lab, IntakeRow.job(BOB, "", "")), onTrial(other, IntakeRow.job(QUEUE + "," + BOB, "", "")));
    }

    private void awaitEffect() {
        server.await("intake takes effect", () -> trials().allMatch(InstalledIntake::hasUser));
    }

    private void awaitEnd() {
        server.await("intake ends", () -> trials().noneMatch(InstalledIntake::hasUser));
    }

    /// Objects of every rule of the manifests.
    private Stream<JsonObject> trials() {
        return Stream.of("", QUEUE).flatMap(labels -> {
            String namespace = labels.isEmpty() ? lab : other;
            return Stream.of(
                            IntakeRow.job(labels, "", ""),
                            IntakeRow.pod(labels, ""),
                            IntakeRow.workload("Deployment", labels, ""))
                    .map(object -> onTrial(namespace, object).body());
        });
    }

    /// Creates an object on trial, under a name that no object has.
    private Answer onTrial(String namespace, JsonObject object) {
        return server.dryRun(RealServer.ALICE, namespace, object.withAt(Json.of("on-trial"), "metadata", "name"));
    }

    private static boolean hasUser(JsonObject object) {
        return object.object("metadata", "annotations").has("sluice.dev/user");
    }

    private static String read(String manifest) {
        try {
            return Files.readString(Manifests.FOLDER.resolve(manifest));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(String manifest) {
        server.kubectl()
                .run(
                        "delete",
                        "--ignore-not-found",
                        "--filename",
                        Manifests.FOLDER.resolve(manifest).toString());
    }
}
