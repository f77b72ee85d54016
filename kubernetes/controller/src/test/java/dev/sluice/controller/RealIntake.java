package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Intake on a real API server, which applies its policies as operators install them. They take effect, and end, some
/// seconds after they have been written: objects that are created on trial show it.
final class RealIntake {
    private static final Path MANIFESTS = Path.of("..", "..", "deploy");
    private static final String POLICIES = "intake-policy.yaml";
    private static final long PATIENCE_NANOS = 60 * Clock.NANOS_PER_SECOND;
    private static final WriteOptions ON_TRIAL = new WriteOptions(true, "", WriteOptions.Validation.STRICT);
    private static final String CONTAINERS = "'containers':[{'name':'c','image':'i'}]";

    private final SystemClock clock = new SystemClock();
    private final Kubectl kubectl;
    private final Kube kube;
    private boolean isDown = true;

    /// @param kube as a user with all rights
    RealIntake(ControlPlane controlPlane, Kube kube) {
        this.kubectl = controlPlane.kubectl();
        this.kube = kube;
    }

    /// Installs the account of Sluice with its rights, and what users may not do.
    ///
    /// @param folder for the kubeconfig of the account, which is returned
    Path installAccount(Path folder) {
        Kubectl sluice = kubectl.inNamespace("sluice");
        Stream.of("namespace.yaml", "rbac.yaml", "intake-checks.yaml").forEach(file -> sluice.apply(read(file)));
        await("the checks take effect", this::refusesOtherUsers);
        String token = sluice.run("create", "token", "sluice").strip();
        try {
            Path file = Files.copy(kubectl.kubeconfig(), folder.resolve("kubeconfig"));
            Kubectl own = new Kubectl(kubectl.program(), file, "sluice");
            own.run("config", "set-credentials", "sluice", "--token=" + token);
            own.run("config", "set-context", "--current", "--user=sluice");
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Installs the policies. An error in one of their expressions fails the request, so that it is seen.
    void start() {
        if (isDown) {
            kubectl.apply(read(POLICIES).replace("failurePolicy: Ignore", "failurePolicy: Fail"));
            await("intake takes effect", () -> trials().allMatch(RealIntake::hasUser));
            isDown = false;
        }
    }

    void stop() {
        isDown = true;
        kubectl.run("delete", "--filename", MANIFESTS.resolve(POLICIES).toString());
        await("intake ends", () -> trials().noneMatch(RealIntake::hasUser));
    }

    private static String read(String manifest) {
        try {
            return Files.readString(MANIFESTS.resolve(manifest));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Objects of every policy.
    private Stream<JsonObject> trials() {
        String template = "'template':{'metadata':{'labels':{'app':'a'}},'spec':{%s" + CONTAINERS + "}}";
        return Stream.of(
                onTrial(KubeTypes.PODS, "", CONTAINERS),
                onTrial(KubeTypes.JOBS, "", template.formatted("'restartPolicy':'Never',")),
                onTrial(KubeTypes.DEPLOYMENTS, "", "'selector':{'matchLabels':{'app':'a'}}," + template.formatted("")));
    }

    private boolean refusesOtherUsers() {
        try {
            onTrial(KubeTypes.PODS, "'sluice.dev/user':'bob'", CONTAINERS);
            return false;
        } catch (ApiException e) {
            assertThat(e.reason()).isEqualTo("Forbidden");
            return true;
        }
    }

    private JsonObject onTrial(ResourceType type, String annotations, String spec) {
        JsonObject object = FollowedCluster.object(
                ("{'metadata':{'name':'on-trial','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                                + "'spec':{%s}}")
                        .formatted(annotations, spec));
        return kube.create(type, "default", object, ON_TRIAL);
    }

    private static boolean hasUser(JsonObject object) {
        return object.object("metadata", "annotations").has("sluice.dev/user");
    }

    private void await(String what, BooleanSupplier condition) {
        long end = clock.nowNanos() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(clock.nowNanos()).as(what).isLessThan(end);
        }
    }
}
