package dev.sluice.server.client;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.certificate.Pem;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Asks a server for its queue.
public final class QueueClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int OK = 200;

    /// A reader asks once; ten minutes is the least that API servers give.
    private static final long TOKEN_SECONDS = 600;

    private final HttpClient http;
    private final String url;
    private final String token;

    /// @param token a bearer token that the API server knows
    public QueueClient(ServerAddress address, String token) {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        if (!address.authorityPem().isEmpty()) {
            builder.sslContext(trusting(address.authorityPem()));
        }
        this.http = builder.build();
        this.url = address.url();
        this.token = token;
    }

    /// Requests a token of the readers' ServiceAccount, for users whose own credentials have none.
    public static String requestToken(Kube kube) {
        JsonObject request = JsonObject.EMPTY
                .with("apiVersion", "authentication.k8s.io/v1")
                .with("kind", "TokenRequest")
                .with("spec", JsonObject.of("expirationSeconds", Json.of(TOKEN_SECONDS)));
        return kube.act(
                        KubeTypes.SERVICE_ACCOUNTS,
                        new ObjectKey(ServerAddress.NAMESPACE, ServerAddress.READER),
                        "token",
                        request,
                        WriteOptions.PLAIN)
                .text("status", "token");
    }

    private static SSLContext trusting(String pem) {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate each : Pem.certificates(pem)) {
                store.setCertificateEntry("ca" + number++, each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the server's CA is not valid: " + e.getMessage(), e);
        }
    }

    /// The server has answered, but not the question.
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RefusedException(int status, String why) {
            super(status + (why.isEmpty() ? "" : ": " + why));
        }
    }

    /// Returns all jobs that have not ended.
    ///
    /// @param namespace empty for all
    /// @throws RefusedException if the server does not know the token, or schedules nothing now
    public JsonObject queue(String namespace, int limit) {
        return get("/queue?limit=" + limit + (namespace.isEmpty() ? "" : "&namespace=" + encoded(namespace)));
    }

    /// Returns the jobs of an object's name, or with an id.
    ///
    /// @throws RefusedException if the server does not know the token, or schedules nothing now
    public JsonObject jobs(String namespace, String name) {
        return get("/jobs/" + encoded(namespace) + "/" + encoded(name));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private JsonObject get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + ServerAddress.API + path))
                .header("Authorization", "Bearer " + token)
                .timeout(TIMEOUT)
                .build();
        try {
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != OK) {
                throw new RefusedException(response.statusCode(), problem(response.body()));
            }
            return JsonText.read(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
        } catch (JsonSyntaxException e) {
            throw new UncheckedIOException(new IOException("the answer is no JSON: " + e.getMessage(), e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("interrupted"));
        }
    }

    /// What is asked may be no server of ours, so its answer may be anything.
    private static String problem(byte[] body) {
        try {
            return JsonText.read(body) instanceof JsonObject object ? object.text("error") : "";
        } catch (JsonSyntaxException _) {
            return "";
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
