package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.apiserver.tls.Kubeconfig;
import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.certificate.Identity;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// TLS, certificates and tokens, as a client sees them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecureServerTest {
    private static final char[] NO_PASSWORD = new char[0];

    private EmbeddedApiServer server;

    @BeforeAll
    void start() {
        ServerOptions options =
                ServerOptions.secure(0).withPlainPort(0).withToken("sesame", User.of("ali", List.of("robbers")));
        server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), options);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpClient client(@Nullable Identity identity) {
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            Certificate authority = factory.generateCertificate(
                    new ByteArrayInputStream(server.kubeconfig().authorityPem().getBytes(StandardCharsets.US_ASCII)));
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, NO_PASSWORD);
            trusted.setCertificateEntry("ca", authority);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, NO_PASSWORD);
            if (identity != null) {
                own.setKeyEntry("me", identity.key(), NO_PASSWORD, new Certificate[] {identity.certificate()});
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(context).build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> get(HttpClient client, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.secureAddress().resolve(path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(HttpClient client, URI uri, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String whoAmI(HttpClient client, String... headers) throws IOException, InterruptedException {
        URI uri = server.secureAddress().resolve("/apis/authentication.k8s.io/v1/selfsubjectreviews");
        JsonObject answer =
                (JsonObject) JsonText.read(post(client, uri, "{}", headers).body());
        JsonObject user = answer.object("status", "userInfo");
        return user.text("username") + " " + user.array("groups");
    }

    @Test
    void anAdministratorsCertificateOpensEverythingOverHttp2() throws IOException, InterruptedException {
        HttpResponse<String> answer = get(client(server.kubeconfig().user()), "/api/v1/nodes");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(whoAmI(client(server.kubeconfig().user())))
                .isEqualTo("admin [\"system:masters\",\"system:authenticated\"]");
    }

    @Test
    void groupsAreInTheCertificate() throws IOException, InterruptedException {
        HttpClient client = client(server.client("bob", List.of("devs", "ops")).user());
        assertThat(whoAmI(client)).isEqualTo("bob [\"devs\",\"ops\",\"system:authenticated\"]");
        assertThat(get(client, "/api/v1/nodes").body())
                .contains("nodes is forbidden: User \\\"bob\\\" cannot list resource");
    }

    @Test
    void whoShowsNothingIsAnonymous() throws IOException, InterruptedException {
        HttpClient client = client(null);
        assertThat(get(client, "/version").statusCode()).isEqualTo(200);
        assertThat(get(client, "/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> answer = get(client, "/api/v1/nodes");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("User \\\"system:anonymous\\\" cannot list resource");
    }

    @Test
    void aCertificateOfSomebodyElseIsWorthNothing() throws IOException, InterruptedException {
        Identity stranger = Authority.generate().client("admin", List.of("system:masters"));
        HttpResponse<String> answer = get(client(stranger), "/api");
        // Java's client does not even show one that the server's list of issuers lacks.
        assertThat(answer.statusCode()).isIn(401, 403);
    }

    @Test
    void aTokenOfAServiceAccountIsGoodUntilTheAccountGoes() throws IOException, InterruptedException {
        HttpClient plain = HttpClient.newHttpClient();
        URI accounts = server.address().resolve("/api/v1/namespaces/default/serviceaccounts");
        post(plain, accounts, "{\"metadata\":{\"name\":\"robot\"}}");
        JsonObject issued = (JsonObject) JsonText.read(
                post(plain, URI.create(accounts + "/robot/token"), "{\"spec\":{\"expirationSeconds\":600}}")
                        .body());
        String bearer = "Bearer " + issued.text("status", "token");
        HttpClient client = client(null);
        assertThat(whoAmI(client, "Authorization", bearer))
                .isEqualTo("system:serviceaccount:default:robot"
                        + " [\"system:serviceaccounts\",\"system:serviceaccounts:default\",\"system:authenticated\"]");
        plain.send(
                HttpRequest.newBuilder(URI.create(accounts + "/robot")).DELETE().build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(get(client, "/api", "Authorization", bearer).statusCode()).isEqualTo(401);
    }

    @Test
    void aStaticTokenNamesItsUser() throws IOException, InterruptedException {
        assertThat(whoAmI(client(null), "Authorization", "Bearer sesame"))
                .isEqualTo("ali [\"robbers\",\"system:authenticated\"]");
    }

    @Test
    void aTokenThatNobodyKnowsIsRefused() throws IOException, InterruptedException {
        HttpResponse<String> answer = get(client(null), "/api", "Authorization", "Bearer none");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(JsonText.read(answer.body()))
                .isEqualTo(JsonText.read(
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                                + "\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401}"));
    }

    @Test
    void theKubeconfigIsForItsOwnersEyesOnly(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("kubeconfig");
        Kubeconfig kubeconfig = server.kubeconfig();
        kubeconfig.write(file);
        kubeconfig.write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).isEqualTo(kubeconfig.text()).contains("server: " + server.secureAddress());
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
