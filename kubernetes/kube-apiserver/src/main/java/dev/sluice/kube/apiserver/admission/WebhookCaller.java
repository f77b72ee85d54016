package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.runtime.id.Uuids;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Sends requests to webhooks over HTTPS.
public final class WebhookCaller {
    private final ServiceResolver services;
    private final RandomGenerator chance;

    /// By the CA bundle that they trust.
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    /// @param services resolves webhooks that name a service
    public WebhookCaller(ServiceResolver services, RandomGenerator chance) {
        this.services = services;
        this.chance = chance;
    }

    /// The response of a webhook.
    ///
    /// @param body empty on failure
    /// @param failure empty on success
    record Reply(JsonObject body, String failure) {}

    WebhookResponse ask(WebhookCall question) {
        Webhook hook = question.hook();
        String uid = uid();
        JsonObject review = JsonObject.builder()
                .put("kind", "AdmissionReview")
                .put("apiVersion", "admission.k8s.io/v1")
                .put("request", question.request().with("uid", uid))
                .build();
        Reply reply = post(hook.clientConfig(), hook.timeoutSeconds(), review);
        return reply.failure().isEmpty()
                ? verdict(reply.body(), uid)
                : failed("failed to call webhook: " + reply.failure());
    }

    /// Posts a review, and waits for the response.
    Reply post(JsonObject config, long timeoutSeconds, JsonObject review) {
        try {
            HttpRequest request = HttpRequest.newBuilder(address(config, timeoutSeconds))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, */*")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JsonText.writeBytes(review)))
                    .build();
            HttpClient client = clients.computeIfAbsent(config.text("caBundle"), WebhookCaller::client);
            return answer(client, request, timeoutSeconds);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return new Reply(JsonObject.EMPTY, String.valueOf(cause.getMessage()));
        } catch (JsonSyntaxException | IllegalArgumentException | IllegalStateException e) {
            return new Reply(JsonObject.EMPTY, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply(JsonObject.EMPTY, "interrupted");
        }
    }

    /// Limits the time until the end of the body; the client's own timeout ends with the headers.
    private static Reply answer(HttpClient client, HttpRequest request, long timeoutSeconds)
            throws ExecutionException, InterruptedException {
        AtomicBoolean hasBegun = new AtomicBoolean();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, _ -> {
            hasBegun.set(true);
            return HttpResponse.BodySubscribers.ofByteArray();
        });
        try {
            return reply(answer.get(timeoutSeconds, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            String where = hasBegun.get()
                    ? "unexpected error when reading response body. Please retry. Original error"
                    : "Post " + GoQuoting.of(request.uri().toString());
            return new Reply(JsonObject.EMPTY, where + ": context deadline exceeded");
        } finally {
            answer.cancel(true);
        }
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            return new Reply(
                    JsonObject.EMPTY,
                    "the server responded with the status code " + response.statusCode()
                            + " but did not return more information");
        }
        Json body = JsonText.read(response.body());
        return new Reply(body instanceof JsonObject object ? object : JsonObject.EMPTY, "");
    }

    synchronized String uid() {
        return Uuids.next(chance).toString();
    }

    private static WebhookResponse verdict(JsonObject review, String uid) {
        if (!(review.get("response") instanceof JsonObject answer)) {
            return failed("webhook response was absent");
        }
        if (!answer.text("uid").equals(uid)) {
            return failed("expected response.uid=" + GoQuoting.of(uid) + ", got " + GoQuoting.of(answer.text("uid")));
        }
        return new WebhookResponse(answer, "");
    }

    private URI address(JsonObject config, long timeoutSeconds) {
        String url = config.text("url");
        String timeout = "timeout=" + timeoutSeconds + "s";
        if (!url.isEmpty()) {
            return URI.create(url + (url.indexOf('?') < 0 ? "?" : "&") + timeout);
        }
        JsonObject service = config.object("service");
        long port = service.has("port") ? service.number(0, "port") : 443;
        String host = services.hostAndPort(service.text("namespace"), service.text("name"), (int) port)
                .orElseThrow(() -> new IllegalStateException(
                        "service %s not found".formatted(GoQuoting.of(service.text("name")))));
        String path = service.text("path");
        return URI.create("https://" + host + (path.startsWith("/") ? path : "/" + path) + "?" + timeout);
    }

    private static HttpClient client(String caBundle) {
        HttpClient.Builder builder = HttpClient.newBuilder();
        if (!caBundle.isEmpty()) {
            builder.sslContext(trusting(Base64.getDecoder().decode(caBundle)));
        }
        return builder.build();
    }

    private static SSLContext trusting(byte[] bundle) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, new char[0]);
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bundle))) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("unable to load root certificates: " + e.getMessage(), e);
        }
    }

    private static WebhookResponse failed(String why) {
        return new WebhookResponse(JsonObject.EMPTY, why);
    }
}
