package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import dev.sluice.testkit.kubernetes.RealProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An unmodified kube-scheduler with its own settings places a thousand pods on the embedded server's hundred nodes,
/// each where it may be, and makes room for one that is more urgent than others.
///
/// ```
///   nodes 0 to 9     tainted, room for ten pods each: filled by those that tolerate it and want to be there
///   nodes 10 to 19   with fast disks, for those that want them
///   all from 10 on   for all others, some of which keep away from each other, or close to one
/// ```
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class SchedulerIT {
    private static final ResourceType PRIORITY_CLASSES =
            new ResourceType("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);
    private static final int NODE_COUNT = 100;
    private static final int POD_COUNT = 1_000;
    private static final int DEDICATED = 100;
    private static final int FAST = 100;
    private static final int APART = 60;
    private static final int CLOSE = 20;
    private static final int PODS_PER_DEDICATED_NODE = 10;

    private static final String TOLERATES = "'tolerations':[{'key':'dedicated','operator':'Exists'}],";
    private static final String WANTS_DEDICATED = TOLERATES
            + affinity("'nodeAffinity':{'requiredDuringScheduling"
                    + "IgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'pool','operator':'In',"
                    + "'values':['dedicated']}]}]}}");
    private static final String WANTS_FAST = "'nodeSelector':{'disk':'fast'},";
    private static final String KEEPS_APART = affinity("'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuring"
            + "Execution':[{'topologyKey':'kubernetes.io/hostname','labelSelector':{'matchLabels':{'app':'apart'}}}]}");
    private static final String KEEPS_CLOSE = affinity("'podAffinity':{'requiredDuringSchedulingIgnoredDuring"
            + "Execution':[{'topologyKey':'rack','labelSelector':{'matchLabels':{'app':'close'}}}]}");

    @Test
    void kubeSchedulerPlacesAThousandPodsAndPreempts(ControlPlane real, @TempDir Path folder)
            throws IOException, InterruptedException {
        try (EmbeddedApiServer server =
                EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.secure(0))) {
            Kube kube = server.kube();
            furnish(kube);
            Path kubeconfig = folder.resolve("kubeconfig");
            server.client("system:kube-scheduler", List.of()).write(kubeconfig);
            try (RealProgram scheduler = RealProgram.start(
                            real, "kube-scheduler", folder, "--kubeconfig=" + kubeconfig, "--secure-port=0");
                    Witness pods = new Witness(kube, KubeTypes.PODS, "default")) {
                everyPodIsWhereItMayBe(pods.await(POD_COUNT + " pods are bound", SchedulerIT::areAllBound));
                theUrgentOneGetsTheRoomOfOthers(kube, pods);
                assertThat(scheduler.log()).doesNotContain("is forbidden", "Unauthorized");
            }
        }
    }

    private static void everyPodIsWhereItMayBe(Map<String, JsonObject> pods) {
        assertThat(nodesOf(pods, "dedicated").entrySet())
                .hasSize(DEDICATED / PODS_PER_DEDICATED_NODE)
                .allMatch(entry -> entry.getKey() < 10 && entry.getValue() == PODS_PER_DEDICATED_NODE);
        assertThat(nodesOf(pods, "fast").keySet()).allMatch(node -> node >= 10 && node < 20);
        assertThat(nodesOf(pods, "apart").values()).hasSize(APART).allMatch(count -> count == 1);
        assertThat(nodesOf(pods, "close").keySet().stream()
                        .map(SchedulerIT::rack)
                        .distinct())
                .hasSize(1);
        assertThat(nodesOf(pods, "any").keySet())
                .hasSizeGreaterThan(NODE_COUNT / 2)
                .allMatch(node -> node >= 10);
    }

    private static void theUrgentOneGetsTheRoomOfOthers(Kube kube, Witness pods) throws InterruptedException {
        kube.create(
                KubeTypes.PODS,
                "default",
                pod("urgent", "urgent", "1600m", WANTS_DEDICATED + "'priorityClassName':'urgent',"),
                WriteOptions.PLAIN);
        Map<String, JsonObject> now = pods.await(
                "two pods are to make room",
                all -> victims(all).size() == 2
                        && !urgent(all).text("status", "nominatedNodeName").isEmpty());
        String node = urgent(now).text("status", "nominatedNodeName");

        assertThat(victims(now)).allSatisfy(name -> {
            JsonObject victim = now.getOrDefault(name, JsonObject.EMPTY);
            assertThat(victim.text("spec", "nodeName")).isEqualTo(node);
            assertThat(victim.text("metadata", "labels", "app")).isEqualTo("dedicated");
            assertThat(victim.array("status", "conditions").toList())
                    .extracting(condition ->
                            ((JsonObject) condition).text("type") + " " + ((JsonObject) condition).text("reason"))
                    .contains("DisruptionTarget PreemptionByScheduler");
        });
        assertThat(urgent(now).text("spec", "nodeName")).isEmpty();
        // No kubelet ends them here.
        victims(now)
                .forEach(name -> kube.delete(KubeTypes.PODS, new ObjectKey("default", name), DeleteOptions.within(0)));

        Map<String, JsonObject> then = pods.await(
                "the urgent pod is bound",
                all -> !urgent(all).text("spec", "nodeName").isEmpty());
        assertThat(urgent(then).text("spec", "nodeName")).isEqualTo(node);
    }

    private static JsonObject urgent(Map<String, JsonObject> pods) {
        return pods.getOrDefault("urgent", JsonObject.EMPTY);
    }

    private static boolean areAllBound(Map<String, JsonObject> pods) {
        return pods.size() == POD_COUNT
                && pods.values().stream()
                        .noneMatch(pod -> pod.text("spec", "nodeName").isEmpty());
    }

    private static Set<String> victims(Map<String, JsonObject> pods) {
        return pods.values().stream()
                .filter(KubeObjects::isTerminating)
                .map(KubeObjects::name)
                .collect(Collectors.toSet());
    }

    /// How many pods with a label each node has, by the nodes' numbers.
    private static Map<Integer, Integer> nodesOf(Map<String, JsonObject> pods, String app) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (JsonObject pod : pods.values()) {
            if (pod.text("metadata", "labels", "app").equals(app)) {
                counts.merge(Integer.parseInt(pod.text("spec", "nodeName").substring(1)), 1, Integer::sum);
            }
        }
        return counts;
    }

    private static void furnish(Kube kube) {
        for (int i = 0; i < NODE_COUNT; i++) {
            kube.create(KubeTypes.NODES, "", node(i), WriteOptions.PLAIN);
        }
        kube.create(PRIORITY_CLASSES, "", json("{'metadata':{'name':'urgent'},'value':1000}"), WriteOptions.PLAIN);
        create(kube, "dedicated", DEDICATED, WANTS_DEDICATED);
        create(kube, "fast", FAST, WANTS_FAST);
        create(kube, "apart", APART, KEEPS_APART);
        create(kube, "close", CLOSE, KEEPS_CLOSE);
        create(kube, "any", POD_COUNT - DEDICATED - FAST - APART - CLOSE, "");
    }

    private static void create(Kube kube, String app, int count, String wishes) {
        for (int i = 0; i < count; i++) {
            kube.create(KubeTypes.PODS, "default", pod(app + "-" + i, app, "800m", wishes), WriteOptions.PLAIN);
        }
    }

    private static JsonObject node(int number) {
        boolean isDedicated = number < 10;
        String name = "n" + number;
        JsonObject node = json("{'metadata':{'name':'%s','labels':{'kubernetes.io/hostname':'%s','rack':'%d'}},"
                        .formatted(name, name, rack(number))
                + "'status':{'capacity':{'cpu':'%d','memory':'64Gi','pods':'110'},".formatted(isDedicated ? 8 : 32)
                + "'conditions':[{'type':'Ready','status':'True'}]}}");
        if (isDedicated) {
            return node.withAt(Json.of("dedicated"), "metadata", "labels", "pool")
                    .with("spec", json("{'taints':[{'key':'dedicated','value':'yes','effect':'NoSchedule'}]}"));
        }
        return number < 20 ? node.withAt(Json.of("fast"), "metadata", "labels", "disk") : node;
    }

    private static int rack(int number) {
        return number / 20;
    }

    private static JsonObject pod(String name, String app, String cpu, String wishes) {
        return json("{'metadata':{'name':'%s','labels':{'app':'%s'}},'spec':{%s".formatted(name, app, wishes)
                + "'containers':[{'name':'c','image':'busybox:1','resources':{'requests':{'cpu':'" + cpu + "'}}}]}}");
    }

    private static String affinity(String rules) {
        return "'affinity':{" + rules + "},";
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
