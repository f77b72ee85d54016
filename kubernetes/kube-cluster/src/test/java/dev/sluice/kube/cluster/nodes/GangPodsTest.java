package dev.sluice.kube.cluster.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.controllers.scheduling.FirstFitScheduler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods that end only once the whole gang has run, on two nodes of 4 CPUs.
class GangPodsTest {
    private final VirtualCluster cluster = new VirtualCluster(new Seeds(1), 1_000_000 * Clock.NANOS_PER_SECOND);
    private final Map<String, Integer> starts = new HashMap<>();

    GangPodsTest() {
        cluster.addNodes(
                FleetSettings.of(2, NodeShape.parse("cpu=4,memory=8Gi"), 0),
                pod -> starts.merge(pod.text("metadata", "labels", "job-name"), 1, Integer::sum));
        new FirstFitScheduler(cluster.context());
        pass(5);
    }

    private void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private void job(String name, int pods, String cpu, String annotations) {
        String text = ("{'metadata':{'name':'%s'},'spec':{'parallelism':%d,'completions':%d,'template':{'metadata':"
                        + "{'annotations':{'sluice.dev/run-for':'20s',%s}},'spec':{'restartPolicy':'Never',"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s'}}}]}}}}")
                .formatted(name, pods, pods, annotations, cpu)
                .replace('\'', '"');
        cluster.kube().create(KubeTypes.JOBS, "default", (JsonObject) JsonText.read(text), WriteOptions.PLAIN);
    }

    private boolean isComplete(String job) {
        return Conditions.isTrue(cluster.kube().get(KubeTypes.JOBS, new ObjectKey("default", job)), "Complete");
    }

    private long running() {
        return cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .filter(pod -> new Pod(pod).phase().equals(Pod.RUNNING))
                .count();
    }

    @Test
    void aWholeGangRunsItsTimeAndEnds() {
        job("gang", 4, "2", "'sluice.dev/ends-with-gang':'4'");
        pass(4);
        assertThat(running()).isEqualTo(4);

        pass(30);

        assertThat(isComplete("gang")).isTrue();
        assertThat(starts).containsEntry("gang", 4);
    }

    @Test
    void aGangOfWhichAPartLacksRoomDoesNotEnd() {
        job("gang", 4, "4", "'sluice.dev/ends-with-gang':'4'");

        pass(3600);

        assertThat(running()).isEqualTo(2);
        assertThat(isComplete("gang")).isFalse();
    }

    @Test
    void aReplacementEndsIfItsGangWasComplete() {
        job("gang", 4, "2", "'sluice.dev/ends-with-gang':'4'");
        pass(4);
        JsonObject victim = cluster.kube()
                .list(KubeTypes.PODS, "default", ListOptions.ALL)
                .items()
                .getFirst();
        cluster.kube()
                .delete(KubeTypes.PODS, new ObjectKey("default", victim.text("metadata", "name")), DeleteOptions.PLAIN);

        pass(120);

        assertThat(isComplete("gang")).isTrue();
        assertThat(starts).containsEntry("gang", 5);
    }

    @Test
    void restartsOfContainersAreNotStartsOfPods() {
        String text = ("{'metadata':{'name':'p','labels':{'job-name':'p'},'annotations':{'sluice.dev/run-for':'5s',"
                        + "'sluice.dev/exit-code':'1'}},'spec':{'restartPolicy':'OnFailure','containers':"
                        + "[{'name':'c','image':'i'}]}}")
                .replace('\'', '"');
        cluster.kube().create(KubeTypes.PODS, "default", (JsonObject) JsonText.read(text), WriteOptions.PLAIN);

        pass(120);

        assertThat(cluster.kube()
                        .get(KubeTypes.PODS, new ObjectKey("default", "p"))
                        .array("status", "containerStatuses")
                        .object(0)
                        .number(0, "restartCount"))
                .isPositive();
        assertThat(starts).containsEntry("p", 1);
    }

    private static JsonObject owned(int i) {
        return (JsonObject) JsonText.read(("{'metadata':{'name':'p%d','namespace':'lab','uid':'u%d',"
                        + "'ownerReferences':[{'uid':'job','controller':true}]}}")
                .formatted(i, i)
                .replace('\'', '"'));
    }

    @Test
    void aFileOfStartsKeepsItsLinesWhenOpenedAgain(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("starts");
        for (int i = 0; i < 3; i++) {
            try (StartFile file = StartFile.append(path)) {
                file.started(owned(i));
            }
        }
        try (StartFile file = StartFile.append(path)) {
            file.started((JsonObject) JsonText.read("{\"metadata\":{\"name\":\"bare\",\"uid\":\"u9\"}}"));
        }

        assertThat(Files.readAllLines(path)).startsWith("job u0 lab p0").hasSize(4);
        assertThat(StartFile.countByController(path)).isEqualTo(Map.of("job", 3, "-", 1));
    }
}
