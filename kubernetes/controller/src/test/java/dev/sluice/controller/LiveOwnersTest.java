package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Users and priorities of managed work.
class LiveOwnersTest {
    private static final String POD = VirtualLiveCluster.GATED
            + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'4'}}}]";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 1, "cpu=4,memory=8Gi");

    private List<Job> queued() {
        JobTable table = cluster.scheduler().engine().table();
        List<Job> jobs = new ArrayList<>();
        for (int job = 0; job < table.size(); job++) {
            if (!table.isFree(job)) {
                jobs.add(table.job(job));
            }
        }
        return jobs;
    }

    private void priorityClass(String name, long value, boolean isDefault) {
        cluster.kube()
                .create(
                        KubeTypes.PRIORITY_CLASSES,
                        "",
                        FollowedCluster.object("{'metadata':{'name':'%s'},'value':%d,'globalDefault':%b}"
                                .formatted(name, value, isDefault)),
                        dev.sluice.kube.port.WriteOptions.PLAIN);
    }

    private void job(String name, String priorityClass) {
        String line = priorityClass.isEmpty() ? "" : "'priorityClassName':'" + priorityClass + "',";
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','template':{'spec':{%s%s}}}}")
                        .formatted(name, line, POD));
    }

    @Test
    void podsOfADeploymentBelongToItsUser() {
        cluster.create(
                KubeTypes.DEPLOYMENTS,
                "{'metadata':{'name':'web','labels':{'sluice.dev/queue':'default'},'annotations':{'sluice.dev/user':"
                        + "'ada'}},'spec':{'replicas':2,'selector':"
                        + "{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web',"
                        + "'sluice.dev/queue':'default'}},'spec':{" + VirtualLiveCluster.GATED
                        + "'containers':[{'name':'c','image':'i'}]}}}}");
        cluster.pass(10);

        assertThat(queued()).hasSize(2).allMatch(job -> job.owner().user().equals("ada"));
        assertThat(cluster.calls().made())
                .as("each owner is read once")
                .filteredOn(call -> call.startsWith("read Deployment"))
                .hasSize(1);
    }

    @Test
    void aJobOfACronJobBelongsToItsUser() {
        cluster.create(
                KubeTypes.CRON_JOBS,
                "{'metadata':{'name':'nightly','labels':{'sluice.dev/queue':'default'},'annotations':{"
                        + "'sluice.dev/user':'grace'}},'spec':{'schedule':'0 3 * *"
                        + " *','jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c',"
                        + "'image':'i'}]}}}}}}");
        String uid = cluster.kube()
                .get(KubeTypes.CRON_JOBS, FollowedCluster.key("default", "nightly"))
                .text("metadata", "uid");
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'nightly-1','labels':{'sluice.dev/queue':'default'},'ownerReferences':[{"
                                + "'apiVersion':'batch/v1','kind':'CronJob','name':'nightly','uid':'%s','controller':true}]},"
                                + "'spec':{'suspend':true,'podReplacementPolicy':'Failed','template':{'spec':{%s}}}}")
                        .formatted(uid, POD));
        cluster.pass(10);

        assertThat(queued()).singleElement().matches(job -> job.owner().user().equals("grace"));
    }

    @Test
    void anOutageOfTheServerDoesNotLoseTheUser() {
        cluster.create(
                KubeTypes.DEPLOYMENTS,
                "{'metadata':{'name':'web','labels':{'sluice.dev/queue':'default'},'annotations':{'sluice.dev/user':"
                        + "'ada'}},'spec':{'replicas':1,'selector':{'matchLabels':{'app':'web'}},'template':{"
                        + "'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},'spec':{"
                        + VirtualLiveCluster.GATED + "'containers':[{'name':'c','image':'i'}]}}}}");
        cluster.calls().lose(1);
        cluster.pass(60);
        cluster.calls().lose(0);
        cluster.pass(60);

        assertThat(queued()).singleElement().matches(job -> job.owner().user().equals("ada"));
    }

    /// Intake and its checks see managed objects only.
    @Test
    void theUserThatAnUnmanagedOwnerNamesIsNotBelieved() {
        cluster.create(
                KubeTypes.DEPLOYMENTS,
                "{'metadata':{'name':'web','annotations':{'sluice.dev/user':'ada'}},'spec':{'replicas':1,'selector':"
                        + "{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web',"
                        + "'sluice.dev/queue':'default'}},'spec':{" + VirtualLiveCluster.GATED
                        + "'containers':[{'name':'c','image':'i'}]}}}}");
        cluster.pass(10);

        assertThat(queued()).singleElement().matches(job -> job.owner().user().isEmpty());
    }

    @Test
    void theUserThatAnAdoptedJobNamesIsNotBelieved() {
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'forged','annotations':{'sluice.dev/user':'ada'}},'spec':{'suspend':true,"
                        + "'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
        cluster.pass(5);
        cluster.patch(KubeTypes.JOBS, "forged", "{'metadata':{'labels':{'sluice.dev/queue':'default'}}}");
        cluster.pass(10);

        assertThat(cluster.jobObject("forged").object("metadata", "annotations").has("sluice.dev/user"))
                .isFalse();
        assertThat(queued()).singleElement().matches(job -> job.owner().user().isEmpty());
    }

    @Test
    void aPodThatIsDeletedBeforeItsUserIsKnownIsNotQueued() {
        cluster.create(
                KubeTypes.DEPLOYMENTS,
                "{'metadata':{'name':'web'},'spec':{'replicas':1,'selector':{'matchLabels':{'app':'web'}},'template':{"
                        + "'metadata':{'labels':{'app':'web'}},'spec':{" + VirtualLiveCluster.GATED
                        + "'containers':[{'name':'c','image':'i'}]}}}}");
        cluster.calls()
                .before(
                        "read ReplicaSet",
                        () -> cluster.kube()
                                .delete(
                                        KubeTypes.DEPLOYMENTS,
                                        FollowedCluster.key("default", "web"),
                                        DeleteOptions.PLAIN));
        cluster.pass(60);

        assertThat(queued()).isEmpty();
        cluster.assertInSync();
    }

    @Test
    void priorityIsThatOfTheClassAndDecidesTheOrder() {
        priorityClass("urgent", 1_000, false);
        priorityClass("usual", 10, true);
        cluster.pass(1);
        job("running", "");
        cluster.pass(5);
        job("low", "");
        job("high", "urgent");
        cluster.pass(5);

        assertThat(queued().stream().map(job -> job.queuePriority().priority()))
                .containsExactlyInAnyOrder(10L, 10L, 1_000L);
    }

    @Test
    void aJobOfAnUnknownClassIsRefusedUntilTheClassExists() {
        job("early", "urgent");
        cluster.pass(5);
        assertThat(cluster.jobObject("early").text("metadata", "annotations", "sluice.dev/refused"))
                .isEqualTo("spec.template.spec.priorityClassName (urgent): there is no such PriorityClass");

        priorityClass("urgent", 7, false);
        cluster.pass(5);

        assertThat(queued()).singleElement().matches(job -> job.queuePriority().priority() == 7);
        assertThat(cluster.jobObject("early").text("metadata", "annotations", "sluice.dev/refused"))
                .isEmpty();
    }
}
