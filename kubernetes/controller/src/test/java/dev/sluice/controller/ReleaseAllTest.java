package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Removing Sluice strands nothing.
class ReleaseAllTest {
    private static final int ROUNDS_MAX = 100;
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private ReleaseAll.Round releaseAll() {
        ReleaseAll release = new ReleaseAll(cluster.kube());
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
