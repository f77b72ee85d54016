package dev.sluice.kube.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Recorded;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The recorded requests are those of Kubernetes' own library (k8s.io/component-helpers 0.36.3), written by
/// `tools/kubernetes/requests/generate`.
class PodRequestTest {
    @TestFactory
    Stream<DynamicTest> podsAreCountedAsByKubernetes() {
        return Recorded.cases(Recorded.read("request/pods.json")).stream()
                .map(one -> DynamicTest.dynamicTest(one.text("name"), () -> isAsRecorded(one)));
    }

    private static void isAsRecorded(JsonObject one) {
        Map<String, Long> expected = new TreeMap<>();
        JsonObject amounts = one.object("amounts");
        for (int i = 0; i < amounts.size(); i++) {
            expected.put(amounts.name(i), ((JsonNumber) amounts.value(i)).asLong());
        }
        PodRequest request = PodRequest.of(one.object("pod"));
        assertThat(request.amounts()).containsExactlyEntriesOf(expected);
        assertThat(request.problems()).isEmpty();
    }

    @Test
    void limitsOfATemplateStandForMissingRequests() {
        PodRequest request = PodRequest.ofTemplate(read("""
                {'spec':{
                  'containers':[{'name':'a','resources':{'limits':{'nvidia.com/gpu':'2','memory':'4'},
                                                         'requests':{'memory':'3'}}}],
                  'initContainers':[{'name':'i','resources':{'limits':{'cpu':'5'}}}]}}
                """));

        assertThat(request.amounts())
                .containsExactlyEntriesOf(
                        new TreeMap<>(Map.of("cpu", 5000L, "memory", 3L, "nvidia.com/gpu", 2L, "pods", 1L)));
    }

    @Test
    void aLimitOfThePodStandsForARequestThatNoContainerHas() {
        PodRequest request = PodRequest.ofTemplate(read("""
                {'spec':{'resources':{'limits':{'cpu':'8','memory':'9'}},
                  'containers':[{'name':'a','resources':{'requests':{'memory':'3'}}}]}}
                """));

        assertThat(request.amounts())
                .containsExactlyEntriesOf(new TreeMap<>(Map.of("cpu", 8000L, "memory", 3L, "pods", 1L)));
    }

    @Test
    void negativeAmountsCountAsZeroAndAreReported() {
        PodRequest request = PodRequest.of(read("""
                {'spec':{
                  'containers':[{'name':'a','resources':{'requests':{'cpu':'1','memory':'1'}}},
                                {'name':'b','resources':{'requests':{'cpu':'-3','memory':'4'}}}],
                  'initContainers':[{'name':'i','resources':{'requests':{'memory':'-1Gi'}}}],
                  'resources':{'requests':{'hugepages-2Mi':'-2Mi'}},
                  'overhead':{'memory':'-1'}},
                 'status':{'containerStatuses':[{'name':'b','resources':{'requests':{'cpu':'-4'}},
                                                 'allocatedResources':{'cpu':'-5'}}]}}
                """));
        assertThat(request.amounts())
                .containsExactlyEntriesOf(new TreeMap<>(Map.of("cpu", 1000L, "memory", 5L, "pods", 1L)));
        assertThat(request.problems())
                .containsExactly(
                        "spec.containers[1].resources.requests[cpu]: -3 is negative",
                        "status of container b: resources.requests[cpu]: -4 is negative",
                        "status of container b: allocatedResources[cpu]: -5 is negative",
                        "spec.initContainers[0].resources.requests[memory]: -1Gi is negative",
                        "spec.resources.requests[hugepages-2Mi]: -2Mi is negative",
                        "spec.overhead[memory]: -1 is negative");
    }

    @Test
    void textThatIsNoQuantityIsReported() {
        PodRequest request = PodRequest.of(
                read("{'spec':{'containers':[{'name':'a','resources':{'requests':{'cpu':'one','memory':{}}}}]}}"));
        assertThat(request.amounts()).containsOnlyKeys("pods");
        assertThat(request.problems())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("spec.containers[0].resources.requests[cpu]: \"one\": quantities must match");
    }

    @Test
    void sumsSaturate() {
        PodRequest request = PodRequest.of(read("""
                {'spec':{'containers':[
                  {'name':'a','resources':{'requests':{'cpu':'1E','memory':'9E','x.example/y':'9223372036854775807'}}},
                  {'name':'b','resources':{'requests':{'cpu':'1n','memory':'9Ei','x.example/y':'0.5'}}}]}}
                """));
        assertThat(request.amounts())
                .containsEntry("cpu", Long.MAX_VALUE)
                .containsEntry("memory", Long.MAX_VALUE)
                .containsEntry("x.example/y", Long.MAX_VALUE);
        assertThat(request.problems()).isEmpty();
    }

    @Test
    void allocatableHasTheSameUnits() {
        Allocatable allocatable = Allocatable.of(read("""
                {'status':{'allocatable':{'cpu':'1930m','memory':'7.5Gi','pods':'110','nvidia.com/gpu':'0','x.example/y':'-1'}}}
                """));
        assertThat(allocatable.amounts())
                .containsExactlyEntriesOf(new TreeMap<>(Map.of(
                        "cpu",
                        1930L,
                        "memory",
                        8_053_063_680L,
                        "pods",
                        110L,
                        "nvidia.com/gpu",
                        0L,
                        "x.example/y",
                        0L)));
        assertThat(allocatable.problems()).containsExactly("status.allocatable[x.example/y]: -1 is negative");
    }

    private static JsonObject read(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
