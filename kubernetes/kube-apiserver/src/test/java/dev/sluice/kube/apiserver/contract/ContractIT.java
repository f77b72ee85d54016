package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The same requests to the real server and to ours get the same answers.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class ContractIT {
    private static final List<String> FILES = List.of("objects.txt", "pods.txt", "others.txt", "answers.txt");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void bothServersAnswerTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        List<ContractCase> cases =
                FILES.stream().flatMap(file -> ContractCase.read(file).stream()).toList();
        List<String> differences = new ArrayList<>();
        int requests = 0;
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
                RealProxy real = RealProxy.start(kubectl)) {
            for (int i = 0; i < cases.size(); i++) {
                String namespace = "contract-" + i;
                ContractCase.Request make = new ContractCase.Request(
                        "POST",
                        "/api/v1/namespaces",
                        "application/json",
                        "{\"metadata\":{\"name\":\"" + namespace + "\"}}",
                        false,
                        "");
                for (ContractCase.Request request : Stream.concat(Stream.of(make), cases.get(i).requests().stream())
                        .toList()) {
                    Answer theirs = ask(real.address(), request, namespace);
                    Answer mine = ask(ours.address(), request, namespace);
                    requests++;
                    if (!mine.equals(theirs)) {
                        differences.add(cases.get(i) + ": " + request + "\n  real: " + theirs + "\n  ours: " + mine);
                    }
                }
            }
        }
        System.out.printf("%d cases, %d requests, %d differences%n", cases.size(), requests, differences.size());

        assertThat(differences).isEmpty();
    }

    private Answer ask(URI server, ContractCase.Request request, String namespace)
            throws IOException, InterruptedException {
        URI uri = server.resolve(request.path().replace("NS", namespace));
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri)
                .method(request.method(), HttpRequest.BodyPublishers.ofString(request.body()));
        if (!request.contentType().isEmpty()) {
            builder.header("Content-Type", request.contentType());
        }
        if (!request.accept().isEmpty()) {
            builder.header("Accept", request.accept());
        }
        HttpResponse<String> response = http.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        String type = response.headers().firstValue("Content-Type").orElse("");
        List<String> warnings = response.headers().allValues("Warning");
        Answer answer =
                new Answer(response.statusCode(), type, warnings, body(type, response.body())).comparable(namespace);
        return request.isLoose() ? answer.codeAndReason() : answer;
    }

    private static Json body(String type, String text) {
        return type.equals("application/yaml")
                ? Yaml.read(text.getBytes(StandardCharsets.UTF_8)).value()
                : json(text);
    }

    private static Json json(String text) {
        try {
            return text.isEmpty() ? JsonNull.NULL : JsonText.read(text);
        } catch (JsonSyntaxException e) {
            return Json.of(text.strip());
        }
    }
}
