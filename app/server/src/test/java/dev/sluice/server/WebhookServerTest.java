package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The webhook as the embedded API server calls it.
class WebhookServerTest {
    private static final String JOB = """
        {"metadata":{"name":"train"%s},"spec":{"template":{"spec":{"restartPolicy":"Never",
        "containers":[{"name":"c","image":"i"}]}}}}
        """;

    private final InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    private final SystemClock clock = new SystemClock();
    private final ServingKeys keys = new ServingKeys();
    private final WebhookServer webhook = WebhookServer.start(new Admission(IntakeOptions.DEFAULT), keys, loopback, 0);
    private final EmbeddedApiServer server = EmbeddedApiServer.start(
            clock,
            new Seeds(1),
            ServerOptions.plain(0)
                    .withServices((namespace, name, port) ->
                            (namespace + "/" + name + ":" + port).equals("sluice/sluice:9443")
                                    ? Optional.of("127.0.0.1:" + webhook.port())
                                    : Optional.empty()));
    private final OwnCertificates certificates = new OwnCertificates(
            server.kube(), keys, List.of("sluice.sluice.svc"), List.of(loopback), () -> true, clock, new TimerQueue());
    private final HttpClient http = HttpClient.newHttpClient();

    WebhookServerTest() throws IOException {
        server.kube()
                .create(
                        KubeTypes.MUTATING_WEBHOOKS,
                        "",
                        Manifests.read("intake-webhook.yaml").getFirst(),
                        WriteOptions.PLAIN);
        int done = certificates.work(clock.nowNanos());
        assertThat(done).isEqualTo(1);
        namespace("lab", "{\"sluice.dev/managed\":\"true\"}");
        namespace("other", "{}");
    }

    private void namespace(String name, String labels) {
        JsonObject namespace =
                (JsonObject) JsonText.read("{\"metadata\":{\"name\":\"%s\",\"labels\":%s}}".formatted(name, labels));
        server.kube().create(KubeTypes.NAMESPACES, "", namespace, WriteOptions.PLAIN);
    }

    @AfterEach
    void stop() {
        server.close();
        webhook.close();
    }

    private JsonObject create(String path, String user, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                    .header("Content-Type", "application/json")
                    .header("Impersonate-User", user)
                    .header("Impersonate-Group", "system:masters")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            return (JsonObject) JsonText.read(
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private JsonObject createJob(String namespace, String metadata) {
        return create("/apis/batch/v1/namespaces/" + namespace + "/jobs", "alice", JOB.formatted(metadata));
    }

    @Test
    void aJobInAManagedNamespaceIsPrepared() {
        JsonObject job = createJob("lab", "");

        assertThat(job.isTrue("spec", "suspend")).isTrue();
        assertThat(job.text("spec", "podReplacementPolicy")).isEqualTo("Failed");
        assertThat(job.text("spec", "template", "spec", "schedulerName")).isEqualTo("sluice");
        assertThat(job.text("metadata", "labels", "sluice.dev/queue")).isEqualTo("default");
        assertThat(job.text("metadata", "annotations", "sluice.dev/user")).isEqualTo("alice");
    }

    @Test
    void aJobWithAQueueIsPreparedAnywhere() {
        JsonObject job = createJob("other", ",\"labels\":{\"sluice.dev/queue\":\"gpu\"}");

        assertThat(job.isTrue("spec", "suspend")).isTrue();
        assertThat(job.text("metadata", "labels", "sluice.dev/queue")).isEqualTo("gpu");
    }

    @Test
    void otherJobsAreNotTouched() {
        for (String namespace : List.of("other", "kube-system")) {
            JsonObject job = createJob(namespace, "");

            assertThat(job.object("metadata").has("annotations")).isFalse();
            assertThat(job.isTrue("spec", "suspend")).isFalse();
            assertThat(job.text("spec", "template", "spec", "schedulerName")).isEqualTo("default-scheduler");
        }
    }

    @Test
    void systemNamespacesAreNotTouchedEvenWithAQueue() {
        JsonObject job = createJob("kube-system", ",\"labels\":{\"sluice.dev/queue\":\"gpu\"}");

        assertThat(job.isTrue("spec", "suspend")).isFalse();
    }

    @Test
    void anotherUsersNameIsRefusedWithTheReason() {
        JsonObject status = createJob("lab", ",\"annotations\":{\"sluice.dev/user\":\"bob\"}");

        assertThat(status.text("message"))
                .isEqualTo("admission webhook \"by-namespace.intake.sluice.dev\" denied the request: annotation"
                        + " sluice.dev/user (bob) must be the name of the user who creates the object (alice);"
                        + " remove it");
    }

    @Test
    void aDryRunIsAnsweredAlike() {
        JsonObject job = create("/apis/batch/v1/namespaces/lab/jobs?dryRun=All", "alice", JOB.formatted(""));

        assertThat(job.isTrue("spec", "suspend")).isTrue();
    }

    @Test
    void whileTheWebhookIsDownObjectsAreCreatedAsTheyAre() {
        webhook.close();

        JsonObject job = createJob("lab", "");

        assertThat(job.text("metadata", "name")).isEqualTo("train");
        assertThat(job.isTrue("spec", "suspend")).isFalse();
    }

    @Test
    void newConnectionsGetTheNewCertificateWithoutARestart() throws Exception {
        Authority authority = Authority.generate();
        keys.use(authority.server(List.of("localhost"), List.of(loopback)), authority.certificate());

        HttpResponse<String> answer = post(trusting(authority), "{\"request\":{\"uid\":\"7\"}}");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"uid\":\"7\"").contains("\"allowed\":true");
    }

    @Test
    void oldVersionsOfTlsAreRefused() throws Exception {
        Authority authority = Authority.generate();
        keys.use(authority.server(List.of("localhost"), List.of(loopback)), authority.certificate());
        List<String> spoken = new ArrayList<>();
        for (String version : List.of("TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1")) {
            try (SSLSocket socket =
                    (SSLSocket) trusting(authority).getSocketFactory().createSocket(loopback, webhook.port())) {
                socket.setEnabledProtocols(new String[] {version});
                socket.startHandshake();
                spoken.add(version);
            } catch (IOException e) {
                assertThat(version).isIn("TLSv1.1", "TLSv1");
            }
        }
        assertThat(spoken).containsExactly("TLSv1.3", "TLSv1.2");
    }

    @Test
    void whatIsNoReviewIsABadRequest() throws Exception {
        Authority authority = Authority.generate();
        keys.use(authority.server(List.of("localhost"), List.of(loopback)), authority.certificate());
        SSLContext tls = trusting(authority);

        assertThat(post(tls, "{}").body()).isEqualTo("the body must be an AdmissionReview with a request\n");
        assertThat(post(tls, "{").statusCode()).isEqualTo(400);
        assertThat(post(tls, "{").body()).startsWith("the body must be an AdmissionReview in JSON: ");
    }

    private HttpResponse<String> post(SSLContext tls, String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().sslContext(tls).build()) {
            URI uri = URI.create("https://127.0.0.1:" + webhook.port() + WebhookServer.PATH);
            return client.send(
                    HttpRequest.newBuilder(uri)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static SSLContext trusting(Authority authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, new char[0]);
        store.setCertificateEntry("ca", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
