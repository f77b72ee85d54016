package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Managed objects that intake has missed.
class LiveAdoptionTest {
    private static final String POD = "'metadata':{'annotations':{'sluice.dev/run-for':'10s'}},"
            + "'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
            + "'resources':{'requests':{'cpu':'1'}}}]}";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    /// Creates a Job as its user writes it.
    private static void job(VirtualLiveCluster cluster, String name, String labels, boolean isSuspended) {
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'%s','labels':{%s}},'spec':{'suspend':%b,'template':{%s}}}"
                        .formatted(name, labels, isSuspended, POD));
    }

    private static void manageNamespace(VirtualLiveCluster cluster) {
        cluster.patch(KubeTypes.NAMESPACES, "default", "{'metadata':{'labels':{'sluice.dev/managed':'true'}}}");
    }

    private String annotation(String job, String name) {
        return cluster.jobObject(job).text("metadata", "annotations", name);
    }

    private static void letGo(VirtualLiveCluster cluster, String job) {
        cluster.patch(KubeTypes.JOBS, job, "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
    }

    @Test
    void aSuspendedJobWithAQueueIsAdoptedAndHeld() {
        job(cluster, "missed", "'sluice.dev/queue':'default'", true);
        cluster.pass(20);

        JsonObject job = cluster.jobObject("missed");
        assertThat(job.array("spec", "template", "spec", "schedulingGates").toString())
                .isEqualTo("[{\"name\":\"sluice.dev/queued\"}]");
        assertThat(job.text("spec", "podReplacementPolicy")).isEqualTo("Failed");
        assertThat(annotation("missed", "sluice.dev/hold")).isEqualTo("was suspended when Sluice adopted it");
        assertThat(cluster.jobOf("missed").isSuspended()).isTrue();

        letGo(cluster, "missed");
        cluster.pass(30);

        assertThat(cluster.isComplete("missed")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aSuspendedJobOfAManagedNamespaceGetsAQueue() {
        manageNamespace(cluster);
        job(cluster, "missed", "", true);
        cluster.pass(10);

        assertThat(cluster.jobObject("missed").text("metadata", "labels", "sluice.dev/queue"))
                .isEqualTo("default");
        assertThat(cluster.scheduler().engine().table().waitingCount()).isEqualTo(1);
    }

    @Test
    void aSuspendedJobIsAdoptedWhenItsNamespaceIsManaged() {
        job(cluster, "early", "", true);
        cluster.pass(10);
        assertThat(cluster.jobObject("early").array("spec", "template", "spec", "schedulingGates"))
                .as("nothing unmanaged is touched")
                .isEmpty();

        manageNamespace(cluster);
        cluster.pass(10);

        assertThat(cluster.jobObject("early").array("spec", "template", "spec", "schedulingGates"))
                .hasSize(1);
    }

    @Test
    void aRunningJobIsNeverSuspendedAndCountsAsForeign() {
        manageNamespace(cluster);
        job(cluster, "running", "", false);
        cluster.pass(5);

        assertThat(cluster.jobOf("running").isSuspended()).isFalse();
        assertThat(cluster.jobObject("running").object("metadata", "labels").has("sluice.dev/queue"))
                .isFalse();
        assertThat(cluster.podsOf("running")).hasSize(1).allMatch(Pod::isPlaced);
        assertThat(cluster.events("running"))
                .containsExactly("Foreign: is not queued: it was started without Sluice, and counts as other"
                        + " schedulers' work");
        cluster.assertInSync();
    }

    @Test
    void aJobThatWasLetGoBeforeItWasSeenIsQueuedWhenItIsSuspendedAgain() {
        cluster.crash();
        cluster.job("hasty", 1, "1", "", "'sluice.dev/run-for':'10s'");
        cluster.patch(KubeTypes.JOBS, "hasty", "{'spec':{'suspend':false}}");
        cluster.pass(5);
        cluster.start();
        cluster.pass(5);
        assertThat(cluster.events("hasty"))
                .containsExactly("Foreign: was unsuspended past the queue: suspend it to have it queued");

        cluster.patch(KubeTypes.JOBS, "hasty", "{'spec':{'suspend':true}}");
        cluster.pass(60);

        assertThat(cluster.isComplete("hasty")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aPodThatIntakeMissedCountsAsForeign() {
        manageNamespace(cluster);
        cluster.pass(1);
        cluster.create(KubeTypes.PODS, "{'metadata':{'name':'web'},'spec':{'containers':[{'name':'c','image':'i'}]}}");
        cluster.pass(10);

        assertThat(cluster.events("web")).hasSize(1).allMatch(event -> event.startsWith("Foreign"));
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        cluster.assertInSync();
    }

    @Test
    void whatAnotherControllerManagesIsLeftAlone() {
        manageNamespace(cluster);
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'remote'},'spec':{'suspend':true,'managedBy':'lab.example/other','template':{%s}}}"
                        .formatted(POD));
        cluster.pass(10);

        assertThat(cluster.jobObject("remote").object("metadata", "labels").has("sluice.dev/queue"))
                .isFalse();
        assertThat(cluster.calls().made()).isEmpty();
    }

    @Test
    void aJobThatLacksItsReplacementPolicyOnlyIsNotHeld() {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'partly','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'template':{%s}}}")
                        .formatted(POD.replace("'spec':{", "'spec':{'schedulerName':'sluice',")));
        cluster.pass(20);

        assertThat(cluster.jobObject("partly").text("spec", "podReplacementPolicy"))
                .isEqualTo("Failed");
        assertThat(cluster.isComplete("partly")).isTrue();
    }

    @Test
    void aCrashAfterEachCallOfAnAdoptionChangesNothing() {
        Consumer<VirtualLiveCluster> story = it -> {
            job(it, "missed", "'sluice.dev/queue':'default'", true);
            it.pass(20);
        };
        for (int n = 1; n <= 3; n++) {
            VirtualLiveCluster crashing = new VirtualLiveCluster(n, 2, "cpu=4,memory=8Gi");
            int[] calls = new int[] {n};
            crashing.calls().listen(_ -> {
                if (--calls[0] == 0) {
                    crashing.crash();
                }
            });
            story.accept(crashing);
            crashing.start();
            crashing.pass(10);
            letGo(crashing, "missed");
            crashing.pass(60);

            assertThat(crashing.isComplete("missed"))
                    .as("crash after call %d", n)
                    .isTrue();
            crashing.assertInSync();
        }
    }
}
