package dev.sluice.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.request.PodRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What informers leave out of an object must not change what it holds.
class TrimmingTest {
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
        JsonObject pod =
                (JsonObject) JsonText.read(text.replace("%s", CONTAINERS).replace('\'', '"'));

        assertThat(PodRequest.of(Trimming.foreignPod(pod))).isEqualTo(PodRequest.of(pod));
        assertThat(PodRequest.of(Trimming.ownPod(pod))).isEqualTo(PodRequest.of(pod));
    }
}
