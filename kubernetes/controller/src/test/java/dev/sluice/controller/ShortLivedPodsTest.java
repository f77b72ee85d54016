package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A pod that comes, and goes or ends, while a watch is cut is in an audit's list, and no informer ever sees it.
class ShortLivedPodsTest {
    private Consumer<Kube> end = _ -> {};
    private boolean isNext;
    private int listed;
    private final VirtualFollowedCluster cluster = new VirtualFollowedCluster(1, Server::new, OwnWork.NONE);

    /// Has a pod that holds something only while the audit lists the pods of all schedulers.
    private final class Server extends ForwardingKube {
        private final Kube kube;
        private final FaultyKube faulty;

        Server(Kube kube) {
            this(kube, FaultyKube.onDemand(kube, new Seeds(1).forActor("faults")));
        }

        private Server(Kube kube, FaultyKube faulty) {
            super(faulty);
            this.kube = kube;
            this.faulty = faulty;
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            if (!isNext
                    || !type.equals(KubeTypes.PODS)
                    || !options.fieldSelector().isEmpty()) {
                return super.list(type, namespace, options);
            }
            isNext = false;
            faulty.expireAt(faulty.delivered());
            FollowedCluster.createPod(kube, "mayfly", "'cpu':'1'", "'nodeName':'n',");
            KubeList list = super.list(type, namespace, options);
            listed = list.items().size();
            end.accept(kube);
            return list;
        }
    }

    @Test
    void aPodThatIsGoneIsNoDrift() {
        end = kube -> kube.delete(KubeTypes.PODS, FollowedCluster.key("default", "mayfly"), DeleteOptions.within(0));
        theAuditListsIt();
    }

    @Test
    void aPodThatHasEndedIsNoDrift() {
        end = kube -> kube.patch(
                KubeTypes.PODS,
                FollowedCluster.key("default", "mayfly"),
                "status",
                Patch.merge(FollowedCluster.object("{'status':{'phase':'Succeeded'}}")),
                WriteOptions.PLAIN);
        theAuditListsIt();
    }

    private void theAuditListsIt() {
        cluster.node("n", "'cpu':'4','memory':'8Gi','pods':'10'");
        cluster.assertInSync();
        long relists = cluster.relists();
        int audits = cluster.reports().size();

        isNext = true;
        cluster.assertInSync();

        assertThat(listed).as("pods that the audit has seen").isOne();
        assertThat(cluster.relists()).isEqualTo(relists + 1);
        assertThat(cluster.reports().subList(audits, cluster.reports().size()))
                .allMatch(AuditReport::isClean)
                .anyMatch(report -> report.changed() == 1);
    }
}
