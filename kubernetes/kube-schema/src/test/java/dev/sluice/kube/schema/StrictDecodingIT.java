package dev.sluice.kube.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.port.ResourceType;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cases of [StrictDecodingTest], asked of the real server.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class StrictDecodingIT {

    @Test
    void theRealServerSaysTheSame(Kubectl kubectl, @TempDir Path folder) throws IOException {
        SoftAssertions softly = new SoftAssertions();
        Path file = folder.resolve("object.json");
        for (FieldCheckCase example : FieldCheckCase.ALL) {
            Files.writeString(file, example.text());
            String answer = create(kubectl, example, file);
            if (example.message().isEmpty()) {
                softly.assertThat(answer).as(example.toString()).doesNotContain("cannot be handled");
            } else {
                softly.assertThat(answer)
                        .as(example.toString())
                        .endsWith("%s in version \"v1\" cannot be handled as a %s: %s"
                                .formatted(example.kind(), example.kind(), example.message()));
            }
        }
        softly.assertAll();
        assertThat(FieldCheckCase.ALL).hasSizeGreaterThan(90);
    }

    private static String create(Kubectl kubectl, FieldCheckCase example, Path file) {
        ResourceType type = requireNonNull(Schema.kubernetes().typeOf(example.apiVersion(), example.kind()))
                .type();
        String path = (type.group().isEmpty() ? "/api/" : "/apis/") + type.apiVersion()
                + (type.namespaced() ? "/namespaces/" + kubectl.namespace() : "")
                + "/" + type.plural() + "?dryRun=All&fieldValidation=Strict";
        try {
            return kubectl.run("create", "--raw", path, "--filename", file.toString());
        } catch (Kubectl.KubectlFailed refused) {
            return String.valueOf(refused.getMessage());
        }
    }
}
