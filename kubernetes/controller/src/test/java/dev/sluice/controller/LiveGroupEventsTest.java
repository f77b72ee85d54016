package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What happens to a group is told on its pods.
class LiveGroupEventsTest {
    private static final String BOUND = VirtualLiveCluster.BOUND + "'schedulingGates':[{'name':'sluice.dev/queued'}],";
    private static final List<String> PODS = List.of("a", "b");

    private boolean areBindsDenied;
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            3,
            "cpu=4,memory=8Gi",
            new VirtualLiveCluster.Planted(this::denying, UnaryOperator.identity(), LongUnaryOperator.identity()));

    private Kube denying(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject act(
                    ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
                if (areBindsDenied && subresource.equals("binding")) {
                    throw ApiStatus.forbidden(type, key.name(), "no work on Sundays");
                }
                return super.act(type, key, subresource, body, options);
            }
        };
    }

    private static void group(VirtualLiveCluster cluster, String path) {
        for (String name : PODS) {
            cluster.create(
                    KubeTypes.PODS,
                    ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default','sluice.dev/group':'g'},"
                                    + "'annotations':{'sluice.dev/group-size':'2','sluice.dev/run-for':'20s'}},'spec':{%s"
                                    + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                    + "'requests':{'cpu':'4'}}}]}}")
                            .formatted(name, path));
        }
    }

    private Pod get(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    @Test
    void podsOfAGroupThatDoNotStartAreTold() {
        VirtualLiveCluster silent = new VirtualLiveCluster(
                1, 3, "cpu=4,memory=8Gi", VirtualLiveCluster.Planted.NOTHING, SilentKubelets::new);
        group(silent, BOUND);
        silent.pass(400);

        for (String name : PODS) {
            assertThat(silent.events(name)).contains("NotStarted: no container started within 5 minutes");
        }
    }

    @Test
    void aPodOfAGroupThatItsNodeRefusesIsTold() {
        cluster.calls().listen(call -> {
            if (call.startsWith("bind pod default/a ")) {
                cluster.patchStatus("a", "{'status':{'phase':'Failed','reason':'OutOfcpu'}}");
            }
        });
        group(cluster, BOUND);
        cluster.pass(30);

        assertThat(cluster.events("a")).anyMatch(event -> event.startsWith("RefusedByNode: node "));
        assertThat(cluster.events("b")).noneMatch(event -> event.startsWith("RefusedByNode: "));
    }

    @Test
    void aGroupWhoseBindsAreDeniedIsHeldAlsoAfterARestart() {
        areBindsDenied = true;
        group(cluster, BOUND);
        cluster.pass(1_000);
        for (String name : PODS) {
            assertThat(cluster.events(name))
                    .anyMatch(event -> event.startsWith("WriteDenied: ") && event.contains("no work on Sundays"))
                    .anyMatch(event -> event.startsWith("Held: ") && event.contains("5 times"));
        }
        List<String> held = PODS.stream()
                .filter(name -> get(name)
                        .json()
                        .text("metadata", "annotations", "sluice.dev/hold")
                        .contains("5 times"))
                .toList();
        assertThat(held).as("one of its pods says so").hasSize(1);

        cluster.crash();
        cluster.start();
        cluster.pass(200);
        assertThat(cluster.calls().made()).noneMatch(call -> call.startsWith("bind"));

        areBindsDenied = false;
        cluster.patch(KubeTypes.PODS, held.getFirst(), "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(60);
        assertThat(List.of(get("a"), get("b"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }
}
