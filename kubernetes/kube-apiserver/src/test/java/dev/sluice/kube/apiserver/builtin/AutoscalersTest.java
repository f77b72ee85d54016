package dev.sluice.kube.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.junit.jupiter.api.Test;

class AutoscalersTest {
    private static final ResourceType FIRST = type("v1");
    private static final ResourceType TODAY = type("v2");

    private static final String TARGET = "'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'d'}";

    private final Asked server = new Asked();

    private static ResourceType type(String version) {
        return new ResourceType("autoscaling", version, "horizontalpodautoscalers", "HorizontalPodAutoscaler", true);
    }

    @Test
    void theFirstVersionsTargetIsAMetricToday() {
        server.create(
                FIRST,
                "{'metadata':{'name':'a'},'spec':{" + TARGET
                        + ",'maxReplicas':3,'targetCPUUtilizationPercentage':70}}");

        JsonObject today = server.get(TODAY, "a");

        assertThat(today.text("apiVersion")).isEqualTo("autoscaling/v2");
        assertThat(today.array("spec", "metrics").toString())
                .isEqualTo("[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":"
                        + "{\"type\":\"Utilization\",\"averageUtilization\":70}}}]");
    }

    @Test
    void whateverElseItLooksAtIsInAnnotationsOfTheFirstVersion() {
        server.create(
                TODAY,
                "{'metadata':{'name':'a'},'spec':{" + TARGET + ",'maxReplicas':3,'metrics':[{'type':'Pods','pods':"
                        + "{'metric':{'name':'qps'},'target':{'type':'AverageValue','averageValue':'5'}}}]}}");

        JsonObject first = server.get(FIRST, "a");

        assertThat(first.text("metadata", "annotations", "autoscaling.alpha.kubernetes.io/metrics"))
                .isEqualTo("[{\"type\":\"Pods\",\"pods\":{\"metricName\":\"qps\",\"targetAverageValue\":\"5\"}}]");
        assertThat(first.object("spec").has("metrics")).isFalse();
    }

    @Test
    void aChangeByTheFirstVersionKeepsWhatItCannotSay() {
        JsonObject before = server.create(
                TODAY,
                "{'metadata':{'name':'a'},'spec':{" + TARGET + ",'minReplicas':1,'maxReplicas':3,'metrics':["
                        + "{'type':'External','external':{'metric':{'name':'q','selector':{'matchLabels':{'a':'b'}}},"
                        + "'target':{'type':'Value','value':'30'}}},"
                        + "{'type':'Object','object':{'describedObject':{'kind':'Service','name':'s','apiVersion':'v1'},"
                        + "'target':{'type':'AverageValue','averageValue':'3'},'metric':{'name':'m'}}},"
                        + "{'type':'ContainerResource','containerResource':{'name':'cpu','target':"
                        + "{'type':'Utilization','averageUtilization':60},'container':'c'}}],"
                        + "'behavior':{'scaleUp':{'selectPolicy':'Min'}}}}");

        server.patch(FIRST, "a", "", "{'spec':{'maxReplicas':4}}");

        assertThat(server.get(TODAY, "a").object("spec"))
                .isEqualTo(before.object("spec").with("maxReplicas", Json.of(4)));
    }

    @Test
    void nothingIsLookedAtButCpuUnlessSomebodySays() {
        JsonObject made = server.create(TODAY, "{'metadata':{'name':'a'},'spec':{" + TARGET + ",'maxReplicas':3}}");

        assertThat(made.array("spec", "metrics").object(0).number(0, "resource", "target", "averageUtilization"))
                .isEqualTo(80);
    }

    @Test
    void metricsMustBeWhole() {
        assertThat(server.validate(
                        TODAY,
                        "{'metadata':{'name':'a'},'spec':{" + TARGET
                                + ",'maxReplicas':3,'metrics':[{'type':'Pods'},{'type':'Resource','resource':"
                                + "{'name':'cpu','target':{'type':'Odd'}}}]}}"))
                .containsExactly(
                        "spec.metrics[0].pods: Required value: must populate information for the given metric source",
                        "spec.metrics[1].resource.target.type: Invalid value: \"Odd\": must be either Utilization,"
                                + " Value, or AverageValue",
                        "spec.metrics[1].resource.target.averageUtilization: Required value: must set either a target"
                                + " raw value or a target utilization");
    }
}
