package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Groups of which not all pods are there: their users are told.
class LiveIncompleteGroupsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void member(String name, int size) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default','sluice.dev/group':'g'},'annotations':{"
                                + "'sluice.dev/group-size':'%d'}},'spec':{%s'schedulingGates':[{'name':"
                                + "'sluice.dev/queued'}],'restartPolicy':'Never','containers':[{'name':'c',"
                                + "'image':'i'}]}}")
                        .formatted(name, size, VirtualLiveCluster.BOUND));
    }

    private void delete(String name) {
        cluster.kube().delete(KubeTypes.PODS, FollowedCluster.key("default", name), DeleteOptions.PLAIN);
    }

    private List<String> waits(String pod) {
        return cluster.events(pod).stream()
                .filter(event -> event.startsWith("Waits: "))
                .toList();
    }

    private List<String> waiting(String name) {
        return cluster.scheduler().refused(FollowedCluster.key("default", name)).stream()
                .map(each -> each.kind() + ": " + each.reason())
                .toList();
    }

    @Test
    void usersOfAnIncompleteGroupAreToldHowManyPodsAreThere() {
        member("a", 3);
        cluster.pass(5);
        assertThat(waits("a")).as("the others may come at once").isEmpty();
        cluster.pass(60);
        assertThat(waits("a")).containsExactly("Waits: 1 of 3 pods of group g are there");

        member("b", 3);
        cluster.pass(60);
        for (String name : List.of("a", "b")) {
            assertThat(waits(name)).contains("Waits: 2 of 3 pods of group g are there");
            assertThat(waiting(name)).containsExactly("Pod: 2 of 3 pods of group g are there");
        }
        assertThat(waiting("g")).containsExactly("PodGroup: 2 of 3 pods of group g are there");

        delete("b");
        cluster.pass(60);
        assertThat(waits("a")).filteredOn(event -> event.contains("1 of 3")).hasSize(1);
        assertThat(waiting("a")).containsExactly("Pod: 1 of 3 pods of group g are there");
        assertThat(waiting("b")).isEmpty();

        member("b", 3);
        member("c", 3);
        cluster.pass(5);
        for (String name : List.of("a", "b", "c", "g")) {
            assertThat(waiting(name)).as(name).isEmpty();
        }
    }

    @Test
    void aGroupThatIsGoneWaitsNoMore() {
        member("a", 2);
        cluster.pass(20);
        delete("a");
        cluster.pass(20);

        assertThat(waiting("a")).isEmpty();
        assertThat(waiting("g")).isEmpty();
    }
}
