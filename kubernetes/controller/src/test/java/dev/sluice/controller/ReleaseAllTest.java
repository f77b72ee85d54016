package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Removing Sluice strands nothing.
class ReleaseAllTest {
    private static final int ROUNDS_MAX = 100;
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";
    private static final String GATE = "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private ReleaseAll.Round releaseAll() {
        return releaseAll(cluster.kube());
    }

    private ReleaseAll.Round releaseAll(Kube kube) {
        ReleaseAll release = new ReleaseAll(kube);
        ReleaseAll.Round round = release.round();
        for (int i = 0; i < ROUNDS_MAX && !round.isLast(); i++) {
            cluster.pass(2);
            round = release.round();
        }
        return round;
    }

    @Test
    void withoutASchedulerAllManagedWorkCompletes() {
        cluster.job("running", 2, "4", "", TEN_SECONDS);
        cluster.pass(4);
        cluster.job("waiting", 3, "4", "", TEN_SECONDS);
        cluster.job("held", 1, "1", "", TEN_SECONDS, "'sluice.dev/hold':'created suspended by its user'");
        cluster.kube()
                .create(
                        KubeTypes.PODS,
                        "default",
                        FollowedCluster.object(
                                "{'metadata':{'name':'bare','labels':{'sluice.dev/queue':'default'},'annotations':{"
                                        + TEN_SECONDS
                                        + "}},'spec':{'schedulerName':'sluice','restartPolicy':'Never',"
                                        + "'schedulingGates':[{'name':'sluice.dev/queued'}],'containers':[{'name':'c',"
                                        + "'image':'i','resources':{'requests':{'cpu':'4'}}}]}}"),
                        WriteOptions.PLAIN);
        cluster.pass(1);
        cluster.crash();

        ReleaseAll.Round last = releaseAll();

        assertThat(last.isLast()).isTrue();
        assertThat(List.of("running", "waiting", "held")).allMatch(cluster::isComplete);
        List<JsonObject> pods =
                cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items();
        assertThat(pods).hasSize(7).allMatch(pod -> new Pod(pod).hasSucceeded());
    }

    private void pod(String name, String path, String labels, String annotations) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}")
                        .formatted(name, labels, TEN_SECONDS + annotations, path));
    }

    private List<Pod> pods() {
        return cluster.kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .map(Pod::new)
                .toList();
    }

    @Test
    void aRunningJobOfTheDefaultSchedulerGetsAllItsPods() {
        cluster.createGated("many", "'parallelism':2,'completions':10,", "4", TEN_SECONDS);
        cluster.gatedJob("waiting", 3, "4", "", TEN_SECONDS);
        cluster.pass(5);
        assertThat(cluster.jobOf("many").isSuspended()).isFalse();
        cluster.crash();

        ReleaseAll.Round last = releaseAll();

        assertThat(last.isLast()).isTrue();
        assertThat(List.of("many", "waiting")).allMatch(cluster::isComplete);
        assertThat(pods()).hasSize(13).allMatch(Pod::hasSucceeded);
    }

    @Test
    void podsOfADeploymentArePlacedAndRunOn() {
        cluster.crash();
        cluster.create(
                KubeTypes.DEPLOYMENTS,
                "{'metadata':{'name':'web'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'web'}},"
                        + "'template':{'metadata':{'labels':{'app':'web','sluice.dev/queue':'default'}},'spec':{"
                        + VirtualLiveCluster.BOUND + GATE
                        + "'containers':[{'name':'c','image':'i'}]}}}}");
        cluster.pass(2);

        ReleaseAll.Round last = releaseAll();
        cluster.pass(5);

        assertThat(last.isLast()).isTrue();
        assertThat(pods()).hasSize(3).allMatch(pod -> pod.phase().equals(Pod.RUNNING));
        assertThat(new ReleaseAll(cluster.kube()).templates()).containsExactly("Deployment default/web");
    }

    @Test
    void podsOfGroupsAreReleasedOneByOne() {
        String group = ",'sluice.dev/group-size':'3'";
        pod("a", VirtualLiveCluster.BOUND + GATE, ",'sluice.dev/group':'g'", group);
        pod("b", VirtualLiveCluster.GATED, ",'sluice.dev/group':'g'", group);
        cluster.pass(5);
        cluster.crash();

        ReleaseAll.Round last = releaseAll();
        cluster.pass(30);

        assertThat(last.isLast()).isTrue();
        assertThat(pods()).hasSize(2).allMatch(Pod::hasSucceeded);
    }

    @Test
    void jobsThatOthersHaveSuspendedStaySuspended() {
        cluster.crash();
        String template = "'template':{'spec':{%s'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}"
                .formatted(VirtualLiveCluster.BOUND);
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'remote','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'managedBy':'lab.example/other',%s}}")
                        .formatted(template));
        cluster.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'missed','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,%s}}"
                        .formatted(template.replace(VirtualLiveCluster.BOUND, "")));

        ReleaseAll.Round last = releaseAll();

        assertThat(last.isLast()).isTrue();
        assertThat(List.of("remote", "missed"))
                .allMatch(job -> cluster.jobOf(job).isSuspended());
    }

    /// A server on which a policy refuses some patches of Jobs.
    private static final class Refusing extends ForwardingKube {
        private final Predicate<String> jobs;
        private int refusals;

        /// @param jobs their names
        /// @param refusals how many patches are refused
        Refusing(Kube kube, Predicate<String> jobs, int refusals) {
            super(kube);
            this.jobs = jobs;
            this.refusals = refusals;
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            if (type.equals(KubeTypes.JOBS) && jobs.test(key.name()) && refusals-- > 0) {
                throw new ApiException(new ApiStatus(403, "Forbidden", "a policy forbids it", null));
            }
            return super.patch(type, key, subresource, patch, options);
        }
    }

    private void waitingWork() {
        cluster.crash();
        cluster.job("stuck", 1, "1", "", TEN_SECONDS);
        cluster.gatedJob("waiting", 3, "4", "", TEN_SECONDS);
        pod("bare", VirtualLiveCluster.BOUND + GATE, "", "");
        cluster.pass(1);
    }

    @Test
    void aRefusalHoldsUpNoOtherObjectAndIsTold() {
        waitingWork();

        ReleaseAll.Round last = releaseAll(new Refusing(cluster.kube(), "stuck"::equals, Integer.MAX_VALUE));

        assertThat(last.isRefused()).isTrue();
        assertThat(last.isLast()).isFalse();
        assertThat(last.refused()).containsExactly("Job default/stuck: a policy forbids it");
        assertThat(cluster.jobOf("stuck").isSuspended()).isTrue();
        assertThat(cluster.isComplete("waiting")).isTrue();
        assertThat(pods()).hasSize(4).allMatch(Pod::hasSucceeded);
    }

    @Test
    void deletedPoliciesThatRefuseForAWhileStrandNothing() {
        waitingWork();

        ReleaseAll.Round last = releaseAll(new Refusing(cluster.kube(), _ -> true, 10));

        assertThat(last.isLast()).isTrue();
        assertThat(List.of("stuck", "waiting")).allMatch(cluster::isComplete);
    }

    /// As an API server older than 1.35 does for a Job that has run before.
    @Test
    void aJobWhoseGatesMayNotChangeAnyMoreIsUnsuspendedAllTheSame() {
        cluster.crash();
        cluster.gatedJob("resumed", 3, "4", "", TEN_SECONDS);
        cluster.pass(1);

        ReleaseAll.Round last = releaseAll(new ForwardingKube(cluster.kube()) {
            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                if (type.equals(KubeTypes.JOBS) && patch.toString().contains("schedulingGates")) {
                    throw new ApiException(new ApiStatus(422, "Invalid", "field is immutable", null));
                }
                return super.patch(type, key, subresource, patch, options);
            }
        });

        assertThat(last.isLast()).isTrue();
        assertThat(cluster.isComplete("resumed")).isTrue();
        assertThat(pods()).hasSize(3).allMatch(Pod::hasSucceeded);
    }

    @Test
    void theWebhookOfIntakeIsDeletedAndOthersAreNot() {
        for (String name : List.of("intake.sluice.dev", "intake.example.com")) {
            cluster.kube()
                    .create(
                            KubeTypes.MUTATING_WEBHOOKS,
                            "",
                            FollowedCluster.object("{'metadata':{'name':'" + name + "'}}"),
                            WriteOptions.PLAIN);
        }

        ReleaseAll.Round first = new ReleaseAll(cluster.kube()).round();

        assertThat(first.intake()).isEqualTo(1);
        assertThat(cluster.kube()
                        .list(KubeTypes.MUTATING_WEBHOOKS, "", ListOptions.ALL)
                        .items())
                .extracting(it -> it.text("metadata", "name"))
                .containsExactly("intake.example.com");
    }
}
