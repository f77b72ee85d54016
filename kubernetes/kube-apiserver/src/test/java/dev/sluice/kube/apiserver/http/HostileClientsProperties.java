package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/// Whatever is asked, the server is never at a loss.
class HostileClientsProperties {
    private static final String POD = """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"a":"b"},"finalizers":["x.y/z"]},"spec":{
            "priority":5,"nodeSelector":{"c":"d"},"tolerations":[{"key":"k","operator":"Exists","tolerationSeconds":3}],
            "containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],"resources":{"requests":{"cpu":"100m",
            "memory":"1Gi"}}}],"volumes":[{"name":"v","emptyDir":{}}]}}""";

    private static final List<String> SEGMENTS = List.of(
            "api",
            "apis",
            "v1",
            "apps",
            "namespaces",
            "default",
            "pods",
            "p",
            "status",
            "scale",
            "binding",
            "eviction",
            "watch",
            "deployments",
            "nodes",
            "..",
            "%2e",
            "",
            "openapi",
            "v2",
            "v3",
            "log",
            "metrics");

    private static final List<String> PARAMETERS = List.of(
            "watch",
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "labelSelector",
            "fieldSelector",
            "timeoutSeconds",
            "dryRun",
            "fieldValidation",
            "includeObject",
            "gracePeriodSeconds",
            "propagationPolicy",
            "sendInitialEvents");

    private static final List<String> VALUES = List.of(
            "",
            "0",
            "1",
            "-1",
            "true",
            "a=b",
            "a in (b",
            "!",
            "99999999999999999999",
            "metadata.name=p",
            "All",
            "\u0000",
            "%",
            "ä",
            "NotOlderThan",
            "Exact",
            "bm90IGEgdG9rZW4");

    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json;as=Table;v=v1;g=meta.k8s.io",
            "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            ";;q=x,,/",
            "*/*");

    /// The one thing that Kubernetes itself, and so this server, refuses by a code that blames the server.
    private static final String REFUSED_BY_500 = "resourceVersion should not be set on objects to be created";

    @SuppressWarnings("NullAway.Init") // before all
    private static EmbeddedApiServer server;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeContainer
    static void start() {
        server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
    }

    @AfterContainer
    static void stop() {
        server.close();
    }

    @Property(tries = 300)
    void bodiesWithFlawsAreTakenOrRefused(@ForAll long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        JsonObject pod = (JsonObject) JsonText.read(POD);
        String type =
                any(random, List.of("application/json", "application/yaml", "application/vnd.kubernetes.protobuf"));
        byte[] body = type.endsWith("protobuf")
                ? new ProtobufWriter(Schema.kubernetes()).write(pod)
                : POD.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(4); i >= 0; i--) {
            body[random.nextInt(body.length)] =
                    (byte) (random.nextBoolean() ? random.nextInt() : "{}[]\",:0n".charAt(random.nextInt(9)));
        }
        HttpRequest request = HttpRequest.newBuilder(
                        server.address().resolve("/api/v1/namespaces/default/pods?dryRun=All"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body))
                .build();

        assertThat(code(request))
                .as(GoQuoting.of(new String(body, StandardCharsets.ISO_8859_1)))
                .isBetween(200, 499);
    }

    @Property(tries = 300)
    void anyPathIsAnswered(@ForAll long seed) throws IOException, InterruptedException {
        Random random = new Random(seed);
        StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(9); i >= 0; i--) {
            path.append('/').append(any(random, SEGMENTS));
        }
        path.append("?timeoutSeconds=1");
        for (int i = random.nextInt(3); i > 0; i--) {
            String value = URLEncoder.encode(any(random, VALUES), StandardCharsets.UTF_8);
            path.append('&').append(any(random, PARAMETERS)).append('=').append(value);
        }
        // A watch would last its second each time.
        String asked = path.toString().replace("&watch=", "&wotch=").replace("/watch/", "/wotch/");
        String method = any(random, List.of("GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FOO"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + asked))
                .header("Accept", any(random, ACCEPTS))
                .header("Content-Type", any(random, List.of("application/json", "application/merge-patch+json", "x")))
                .method(method, BodyPublishers.ofString(any(random, List.of("", "{}", "[]", "x"))))
                .build();

        assertThat(code(request)).as(method + " " + asked).isBetween(200, 499);
    }

    private int code(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return response.body().contains(REFUSED_BY_500) ? 400 : response.statusCode();
    }

    private static String any(Random random, List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
