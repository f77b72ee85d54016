package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.Source;
import dev.sluice.graph.Placement;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A restarted scheduler gets the lists of its informers one after another, in any order. It changes nothing until it
/// has all of them.
class LateListsTest {
    private static final int PODS = 5;
    private static final long LATE_SECONDS = 20;

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    /// A Job and a pod fill the cluster; another Job waits for them.
    private void fill() {
        cluster.job("train", PODS, "2", "", "'sluice.dev/run-for':'900s'");
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'},"
                                + "'annotations':{'sluice.dev/run-for':'900s'}},'spec':{%s'schedulingGates':["
                                + "{'name':'sluice.dev/queued'}],'restartPolicy':'Never','containers':[{'name':'c',"
                                + "'image':'i','resources':{'requests':{'cpu':'2'}}}]}}")
                        .formatted(VirtualLiveCluster.BOUND));
        cluster.pass(20);
        cluster.job("next", 1, "2", "", "'sluice.dev/run-for':'10s'");
        cluster.pass(20);
    }

    private void restart(Map<Source, Long> late) {
        cluster.crash();
        cluster.pass(10);
        cluster.start(late);
        cluster.pass(60);
    }

    private void nothingHasChanged() {
        assertThat(cluster.podsOf("train"))
                .hasSize(PODS)
                .allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        assertThat(cluster.podsOf("next")).as("waits for room").isEmpty();
        assertThat(held()).as("all CPUs, each once").isEqualTo(12_000);
        AuditReport report = cluster.audit();
        assertThat(report.drifts()).isEmpty();
        assertThat(report.ownForeign()).as("own pods that count as foreign").isZero();
        assertThat(report.sparePlaces()).as("places without pods").isZero();
    }

    /// Returns the thousandths of CPUs that jobs and other work hold now.
    private long held() {
        ResourceModel machine =
                cluster.scheduler().engine().state().machineState().model();
        long held = 0;
        for (Holding holding : machine.occupancy().holdings()) {
            Placement placement = holding.placement();
            for (int i = 0; i < placement.size() && !holding.reserved(); i++) {
                boolean isCpu = machine.graph().name(placement.vertex(i)).equals("core0");
                held += isCpu ? placement.amount(i) : 0;
            }
        }
        return held;
    }

    private void allComplete() {
        cluster.pass(1_000);
        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.isComplete("next")).isTrue();
        assertThat(cluster.podsOf("train")).hasSize(PODS).allMatch(Pod::hasSucceeded);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void runningWorkKeepsItsPlacesWhicheverListIsLast(Source last) {
        fill();
        restart(Map.of(last, LATE_SECONDS));
        nothingHasChanged();
        allComplete();
    }

    @ParameterizedTest
    @EnumSource(Source.class)
    void runningWorkKeepsItsPlacesWhicheverListIsFirst(Source first) {
        fill();
        Map<Source, Long> late = new EnumMap<>(Source.class);
        for (Source source : Source.values()) {
            late.put(source, source == first ? 0 : LATE_SECONDS);
        }
        restart(late);
        nothingHasChanged();
        allComplete();
    }

    @Test
    void workThatEndedMeanwhileHasCompleted() {
        cluster.job("train", 2, "2", "", "'sluice.dev/run-for':'30s'");
        cluster.pass(10);
        cluster.crash();
        cluster.pass(60);
        cluster.start(Map.of(Source.NODES, LATE_SECONDS));
        cluster.pass(60);

        assertThat(cluster.isComplete("train")).isTrue();
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void thePlaceOfAPodThatEndsBeforeAllIsListedIsReleased() {
        cluster.job("train", 3, "4", "", "'sluice.dev/run-for':'900s'");
        cluster.pass(10);
        cluster.crash();
        cluster.start(Map.of(Source.FOREIGN_PODS, LATE_SECONDS));
        cluster.pass(5);
        String first = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.patchStatus(first, "{'status':{'phase':'Succeeded'}}");
        cluster.pass(60);
        cluster.job("next", 1, "4", "", "'sluice.dev/run-for':'10s'");
        cluster.pass(30);

        assertThat(cluster.isComplete("next")).isTrue();
        cluster.assertInSync();
    }
}
