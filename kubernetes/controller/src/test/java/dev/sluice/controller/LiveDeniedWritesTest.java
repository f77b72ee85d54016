package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Another program's webhook denies what the scheduler writes.
class LiveDeniedWritesTest {
    private static final String RUN = "'sluice.dev/run-for':'10s'";

    /// Patches that contain this are denied; none if it is empty.
    private String denied = "";

    private String why = "no work on Sundays";
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(
            1,
            1,
            "cpu=4,memory=8Gi",
            new VirtualLiveCluster.Planted(this::denying, UnaryOperator.identity(), LongUnaryOperator.identity()));

    private Kube denying(Kube kube) {
        return new ForwardingKube(kube) {
            @Override
            public JsonObject patch(
                    ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
                if (!denied.isEmpty() && patch.body().toString().contains(denied)) {
                    throw ApiStatus.forbidden(type, key.name(), why);
                }
                return super.patch(type, key, subresource, patch, options);
            }
        };
    }

    private static Predicate<String> about(String reason, String text) {
        return event -> event.startsWith(reason + ": ") && event.contains(text);
    }

    private void pod() {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'alone','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},'spec':{%s"
                                + "'schedulingGates':[{'name':'sluice.dev/queued'}],'restartPolicy':'Never',"
                                + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}")
                        .formatted(RUN, VirtualLiveCluster.BOUND));
    }

    private Pod alone() {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", "alone")));
    }

    private String holdOf(JsonObject object) {
        return object.text("metadata", "annotations", "sluice.dev/hold");
    }

    @Test
    void aJobSaysWhyItCannotStartAndIsHeldAfterSomeAttempts() {
        denied = "\"suspend\":false";
        cluster.job("train", 1, "1", "", RUN);
        cluster.pass(30);
        assertThat(cluster.events("train")).anyMatch(about("WriteDenied", "no work on Sundays"));

        why = "no work on Mondays";
        cluster.pass(1_000);
        assertThat(cluster.events("train"))
                .anyMatch(about("WriteDenied", "no work on Mondays"))
                .anyMatch(about("Held", "5 times"));
        assertThat(holdOf(cluster.jobObject("train"))).contains("no work on Mondays");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        denied = "";
        cluster.patch(KubeTypes.JOBS, "train", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(700);
        assertThat(cluster.isComplete("train")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobOfWhichNothingMayBeWrittenIsHeldUntilItChanges() {
        denied = "uid";
        cluster.job("train", 1, "1", "", RUN);
        cluster.pass(1_000);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();
        int calls = cluster.calls().made().size();
        cluster.pass(1_000);
        assertThat(cluster.calls().made()).as("nothing spins").hasSize(calls);

        denied = "";
        cluster.patch(KubeTypes.JOBS, "train", "{'metadata':{'labels':{'mended':'yes'}}}");
        cluster.pass(700);
        assertThat(cluster.isComplete("train")).isTrue();
    }

    @Test
    void aPodSaysWhyItCannotStartAndGivesUpItsPlace() {
        denied = "schedulingGates";
        pod();
        cluster.pass(1_000);

        assertThat(cluster.events("alone")).anyMatch(about("WriteDenied", "no work on Sundays"));
        assertThat(holdOf(alone().json())).contains("no work on Sundays");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        denied = "";
        cluster.patch(KubeTypes.PODS, "alone", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(700);
        assertThat(alone().hasSucceeded()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aReasonThatCouldNotBeWrittenIsWrittenLater() {
        denied = "sluice.dev/refused";
        cluster.job("train", 1, "1", "", RUN, "'sluice.dev/depends-on':'nonsense'");
        cluster.pass(10);
        denied = "";
        cluster.pass(60);

        assertThat(cluster.jobObject("train").text("metadata", "annotations", "sluice.dev/refused"))
                .contains("nonsense");
    }
}
