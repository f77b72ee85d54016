package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What audits say of shares that no pod uses, by what the scheduler itself expects of its Jobs.
class UnexpectedSharesTest {
    private Runnable afterAuditsList = () -> {};

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            2,
            "cpu=8,memory=8Gi",
            new VirtualLiveCluster.Planted(Listened::new, UnaryOperator.identity(), LongUnaryOperator.identity()));

    /// A cluster that changes right after an audit has listed its pods. Informers list with a selector.
    private final class Listened extends ForwardingKube {
        Listened(Kube kube) {
            super(kube);
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            KubeList list = super.list(type, namespace, options);
            if (type.equals(KubeTypes.PODS) && options.fieldSelector().isEmpty()) {
                afterAuditsList.run();
            }
            return list;
        }
    }

    private void job(String name, int pods, int completions) {
        String spec = "'parallelism':%d,'completions':%d,'backoffLimit':1000,".formatted(pods, completions);
        cluster.create(name, spec, "1", "'sluice.dev/run-for':'1h'");
        cluster.pass(20);
        assertThat(cluster.podsOf(name)).hasSize(pods).allMatch(Pod::isPlaced);
    }

    private long id() {
        JobTable table = cluster.scheduler().engine().table();
        for (int job = 0; job < table.size(); job++) {
            if (!table.isFree(job) && table.isStarted(job)) {
                return table.id(job);
            }
        }
        throw new AssertionError("no job runs");
    }

    /// Gives the job a CPU on a node for which it has no pod.
    private void leak() {
        Event leak = new Event.PartFound(id(), new NodeUse("/cluster0/node-1", Map.of("core", 1000L)));
        cluster.scheduler().follower().tell(leak);
        cluster.pass(1);
    }

    @Test
    void aShareBesideThoseOfAllPodsIsDrift() {
        job("train", 2, 2);
        cluster.assertInSync();

        leak();

        assertThat(cluster.audit().drifts()).singleElement().satisfies(drift -> {
            assertThat(drift.node()).isEqualTo("node-1");
            assertThat(drift.what()).isEqualTo("cpu");
            assertThat(drift.expected()).isEqualTo("0");
            assertThat(drift.found()).isEqualTo("1000");
            assertThat(drift.holder()).isEqualTo("job " + id());
        });
    }

    @Test
    void aShareBesideThoseOfAPodOfItsOwnIsDrift() {
        cluster.create(
                KubeTypes.PODS,
                "{'metadata':{'name':'p','labels':{'sluice.dev/queue':'default'}},"
                        + "'spec':{'schedulerName':'sluice','schedulingGates':[{'name':'sluice.dev/queued'}],"
                        + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}");
        cluster.pass(20);
        cluster.assertInSync();

        leak();

        assertThat(cluster.audit().isClean()).isFalse();
    }

    @Test
    void placesOfPodsThatAreToBeBoundAreExpected() {
        job("train", 2, 2);
        cluster.fence(1000);
        String first = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        cluster.patchStatus(first, "{'status':{'phase':'Failed'}}");
        cluster.pass(20);

        assertThat(cluster.audit().drifts()).isEmpty();
        assertThat(cluster.reports().getLast().sparePlaces())
                .as("places without pods")
                .isPositive();
    }

    @Test
    void aPodThatChangesDuringAnAuditIsNoDriftOfItsJob() {
        job("train", 4, 4);
        String name = cluster.podsOf("train").getFirst().json().text("metadata", "name");
        int before = cluster.reports().size();
        afterAuditsList = () -> cluster.patch(
                KubeTypes.PODS,
                name,
                "{'metadata':{'annotations':{'seen':'%d'}}}"
                        .formatted(cluster.reports().size()));
        cluster.audit();

        List<AuditReport> since =
                cluster.reports().subList(before, cluster.reports().size());
        assertThat(since).anyMatch(report -> report.changed() > 0);
        assertThat(since).allMatch(AuditReport::isClean);
        afterAuditsList = () -> {};
        cluster.assertInSync();
    }
}
