package dev.sluice.kube.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;

class ObjectsTest {
    private static final Node NODE = new Node(json("""
            {'metadata':{'name':'n1','labels':{'disk':'ssd','cores':'64'}},
             'spec':{'unschedulable':true,'taints':[{'key':'gpu','value':'yes','effect':'NoSchedule'}]},
             'status':{'conditions':[{'type':'Ready','status':'Unknown','lastHeartbeatTime':'2026-01-01T00:00:00Z'}]}}
            """));

    @Test
    void unknownFieldsSurviveARoundTrip() {
        JsonObject given = json("{'metadata':{'name':'p'},'spec':{'ofTomorrow':{'deep':[1,2]}},'alsoNew':true}");

        assertThat(JsonText.read(new Pod(given).json().toString())).isEqualTo(given);
        assertThat(JsonText.read(new Job(given).json().toString())).isEqualTo(given);
        assertThat(JsonText.read(new Node(given).json().toString())).isEqualTo(given);
    }

    @Test
    void aTerminatingPodIsNeitherActiveNorTerminal() {
        Pod pod = pod("{'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'},'status':{'phase':'Running'}}");

        assertThat(pod.isTerminating()).isTrue();
        assertThat(pod.isActive()).isFalse();
        assertThat(pod.isTerminal()).isFalse();
    }

    @Test
    void aPodIsAvailableWhenItHasBeenReadyForLongEnough() {
        Pod pod = pod("{'status':{'conditions':[{'type':'Ready','status':'True',"
                + "'lastTransitionTime':'1970-01-01T00:00:10Z'}]}}");

        assertThat(pod.isAvailable(5, 14_999_999_999L)).isFalse();
        assertThat(pod.isAvailable(5, 15_000_000_000L)).isTrue();
        assertThat(pod("{}").isAvailable(0, 15_000_000_000L)).isFalse();
    }

    @Test
    void anIndexThatIsNotANumberIsIgnored() {
        assertThat(indexed("3").completionIndex()).isEqualTo(3);
        assertThat(indexed("-3").completionIndex()).isEqualTo(Pod.NO_INDEX);
        assertThat(indexed("three").completionIndex()).isEqualTo(Pod.NO_INDEX);
        assertThat(pod("{}").completionIndex()).isEqualTo(Pod.NO_INDEX);
    }

    @Test
    void aTaintIsToleratedByKeyValueAndEffect() {
        assertThat(NODE.untoleratedTaint(pod("{}"), "NoSchedule")).isNotNull();
        assertThat(NODE.untoleratedTaint(pod("{}"), "NoExecute")).isNull();
        assertThat(NODE.untoleratedTaint(tolerating("{'key':'gpu','value':'no'}"), "NoSchedule"))
                .isNotNull();
        assertThat(NODE.untoleratedTaint(tolerating("{'key':'gpu','value':'yes'}"), "NoSchedule"))
                .isNull();
        assertThat(NODE.untoleratedTaint(tolerating("{'operator':'Exists'}"), "NoSchedule"))
                .isNull();
        assertThat(NODE.untoleratedTaint(tolerating("{'operator':'Exists','effect':'NoExecute'}"), "NoSchedule"))
                .isNotNull();
    }

    @Test
    void aPodSelectsNodesByLabelsAndByOneOfItsTerms() {
        assertThat(pod("{'spec':{'nodeSelector':{'disk':'ssd'}}}").selects(NODE))
                .isTrue();
        assertThat(pod("{'spec':{'nodeSelector':{'disk':'hdd'}}}").selects(NODE))
                .isFalse();
        assertThat(wanting("{'matchExpressions':[{'key':'cores','operator':'Gt','values':['32']}]}")
                        .selects(NODE))
                .isTrue();
        assertThat(wanting("{'matchExpressions':[{'key':'cores','operator':'Lt','values':['32']}]},"
                                + "{'matchFields':[{'key':'metadata.name','operator':'In','values':['n1']}]}")
                        .selects(NODE))
                .isTrue();
        assertThat(wanting("{}").selects(NODE)).isFalse();
    }

    @Test
    void aNodesConditionsAreRead() {
        assertThat(NODE.isCordoned()).isTrue();
        assertThat(NODE.isReady()).isFalse();
        assertThat(NODE.ready()).isEqualTo("Unknown");
        assertThat(NODE.heartbeat()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(new Node(json("{}")).ready()).isEmpty();
    }

    @Test
    void aJobRunsOnePodAndToleratesSixFailuresByDefault() {
        Job job = new Job(json("{'spec':{}}"));

        assertThat(job.parallelism()).isOne();
        assertThat(job.backoffLimit()).isEqualTo(6);
        assertThat(job.hasCompletions()).isFalse();
        assertThat(job.isIndexed()).isFalse();
        assertThat(job.isFinished()).isFalse();
    }

    @Test
    void aPodFromATemplateHasItsLabelsAndItsOwner() {
        JsonObject template =
                json("{'metadata':{'name':'ignored','labels':{'a':'b'}},'spec':{'restartPolicy':'Never'}}");

        JsonObject pod = Pod.fromTemplate(template, "job-", json("{'uid':'7'}")).json();

        assertThat(pod)
                .isEqualTo(
                        json("{'metadata':{'generateName':'job-','labels':{'a':'b'},'ownerReferences':[{'uid':'7'}]},"
                                + "'spec':{'restartPolicy':'Never'}}"));
    }

    private static Pod indexed(String index) {
        return pod("{'metadata':{'annotations':{'" + Job.INDEX + "':'" + index + "'}}}");
    }

    private static Pod tolerating(String toleration) {
        return pod("{'spec':{'tolerations':[" + toleration + "]}}");
    }

    private static Pod wanting(String terms) {
        return pod("{'spec':{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
                + "{'nodeSelectorTerms':[" + terms + "]}}}}}");
    }

    private static Pod pod(String text) {
        return new Pod(json(text));
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
