package dev.sluice.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.topology.NodeReader;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.request.PodRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What informers leave out of an object must not change what it holds, and they must leave out what is large.
class TrimmingTest {
    private static final String METADATA = "'metadata':{'name':'x','namespace':'lab','uid':'u','labels':{'a':'b',"
            + "'sluice.dev/rack':'r1'},'annotations':{'sluice.dev/sockets':'2','sluice.dev/cores':'8',"
            + "'kubectl.kubernetes.io/last-applied-configuration':'{}'},"
            + "'managedFields':[{'manager':'kubectl','operation':'Update'}]}";

    private static final String CONTAINERS = "'containers':[{'name':'c','image':'i','env':[{'name':'A','value':'b'}],"
            + "'resources':{'requests':{'cpu':'1','memory':'1Gi'},'limits':{'cpu':'2'}}}]";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'spec':{%s}}",
                "{'spec':{%s,'overhead':{'cpu':'250m'}}}",
                "{'spec':{%s,'resources':{'requests':{'cpu':'3'}}}}",
                "{'spec':{%s,'initContainers':[{'name':'s','restartPolicy':'Always','resources':{'requests':{'cpu':'1'}}},"
                        + "{'name':'i','resources':{'requests':{'cpu':'4'}}}]}}",
                "{'spec':{%s},'status':{'containerStatuses':[{'name':'c','allocatedResources':{'cpu':'3'},"
                        + "'resources':{'requests':{'cpu':'3'}}}]}}",
                "{'spec':{%s},'status':{'conditions':[{'type':'PodResizePending','status':'True','reason':'Infeasible'}],"
                        + "'containerStatuses':[{'name':'c','allocatedResources':{'cpu':'500m'}}]}}",
                "{'spec':{%s},'status':{'resources':{'requests':{'cpu':'3'}},'allocatedResources':{'cpu':'3'}}}",
                "{'spec':{%s},'status':{'nodeAllocatableResourceClaimStatuses':[{'resources':{'cpu':'2'}}]}}"
            })
    void aTrimmedPodRequestsWhatTheWholePodRequests(String text) {
        JsonObject pod = object(text.replace("%s", CONTAINERS));

        assertThat(PodRequest.of(Trimming.foreignPod(pod))).isEqualTo(PodRequest.of(pod));
        assertThat(PodRequest.of(Trimming.ownPod(pod))).isEqualTo(PodRequest.of(pod));
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private static JsonObject pod(String gates) {
        return object(
                "{%s,'spec':{%s,%s'nodeSelector':{'disk':'ssd'},'volumes':[{'name':'v','emptyDir':{}}],'hostname':'h'},"
                                .formatted(METADATA, CONTAINERS, gates)
                        + "'status':{'phase':'Running','podIP':'10.0.0.1','containerStatuses':[{'name':'c','imageID':'i',"
                        + "'state':{'running':{}}}]}}");
    }

    @Test
    void aPodOfOthersKeepsNoEnvironmentVolumesOrManagedFields() {
        String trimmed = Trimming.foreignPod(pod("")).toString();

        assertThat(trimmed)
                .contains("\"name\":\"x\"", "\"phase\":\"Running\"", "\"cpu\":\"1\"")
                .doesNotContain(
                        "env",
                        "volumes",
                        "managedFields",
                        "last-applied",
                        "image",
                        "podIP",
                        "hostname",
                        "nodeSelector");
    }

    @Test
    void anOwnPodKeepsItsVolumesWhichDecideWhereItMayRun() {
        String trimmed = Trimming.ownPod(pod("")).toString();

        assertThat(trimmed)
                .contains("nodeSelector", "volumes")
                .doesNotContain("env", "managedFields", "last-applied", "image", "podIP", "hostname");
    }

    @Test
    void aPodBehindOurGateKeepsWhatDecidesWhereItMayRun() {
        JsonObject gated = pod("'schedulingGates':[{'name':'sluice.dev/queued'}],");

        assertThat(Trimming.foreignPod(gated)).isEqualTo(Trimming.ownPod(gated));
        assertThat(Trimming.foreignPod(gated).object("spec").has("nodeSelector"))
                .isTrue();
    }

    @Test
    void aTrimmedNodeIsTheSameNodeInTheGraph() {
        JsonObject node =
                object(("{%s,'spec':{'podCIDR':'10.0.0.0/24','unschedulable':true,'taints':[{'key':'k','value':'v',"
                                + "'effect':'NoSchedule'}]},'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'10',"
                                + "'nvidia.com/gpu':'2'},'capacity':{'cpu':'9'},'conditions':[{'type':'Ready','status':'False'}],"
                                + "'images':[{'names':['registry.example.com/app:1'],'sizeBytes':1}],'nodeInfo':{'osImage':'o'}}}")
                        .formatted(METADATA));
        NodeReader reader = new NodeReader(TopologyOptions.DEFAULT);
        JsonObject trimmed = Trimming.node(node);

        assertThat(reader.read(trimmed)).isEqualTo(reader.read(node));
        assertThat(reader.read(trimmed).sockets()).as("sockets").isEqualTo(2);
        assertThat(trimmed.toString()).doesNotContain("images", "nodeInfo", "podCIDR", "managedFields", "last-applied");
    }

    @Test
    void aTrimmedJobIsTheSameJobOfTheEngine() {
        JsonObject job =
                object(("{%s,'spec':{'suspend':true,'parallelism':3,'completions':5,'activeDeadlineSeconds':600,"
                                + "'ttlSecondsAfterFinished':60,'template':{'metadata':{'labels':{'c':'d'}},'spec':{%s,"
                                + "'priorityClassName':'high','hostname':'h','tolerations':[{'key':'k','operator':'Exists'}],"
                                + "'nodeSelector':{'disk':'ssd'},'volumes':[{'name':'v','emptyDir':{}}],"
                                + "'initContainers':[{'name':'s','image':'j','restartPolicy':'Always',"
                                + "'ports':[{'containerPort':80,'hostPort':80}],'resources':{'requests':{'cpu':'1'}}}],"
                                + "'overhead':{'cpu':'250m'}}}},'status':{'succeeded':1,'uncountedTerminatedPods':{}}}")
                        .formatted(METADATA, CONTAINERS));
        JobTranslation translation = new JobTranslation(Map.of());
        JsonObject trimmed = Trimming.job(job);

        assertThat(translation.translate(trimmed, 1, 0)).isEqualTo(translation.translate(job, 1, 0));
        assertThat(trimmed.toString())
                .doesNotContain("env", "image", "hostname", "managedFields", "last-applied", "ttl", "uncounted");
    }
}
