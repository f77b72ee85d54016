package dev.sluice.controller.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadPodTest {
    private static WorkloadPod failed(String reason, String containers) {
        String text = "{'metadata':{'uid':'u','name':'p','namespace':'lab'},"
                + "'status':{'phase':'Failed','reason':'%s','containerStatuses':[%s]}}".formatted(reason, containers);
        return WorkloadPod.of((JsonObject) JsonText.read(text.replace('\'', '"')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"OutOfcpu", "OutOfpods", "Evicted", "NodeAffinity", "NodeShutdown", "Terminated"})
    void aPodThatFailsBeforeAContainerHasRunIsRefused(String reason) {
        assertThat(failed(reason, "").isRefused()).isTrue();
        assertThat(failed(reason, "{'name':'c','state':{'waiting':{}}}").isRefused())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Evicted", "Terminated", "NodeShutdown"})
    void aPodThatIsEvictedAfterAContainerHasRunIsNotRefused(String reason) {
        assertThat(failed(reason, "{'name':'c','state':{'terminated':{'exitCode':137}}}")
                        .isRefused())
                .isFalse();
    }

    @Test
    void aPodThatExceedsItsDeadlineIsNotRefused() {
        assertThat(failed("DeadlineExceeded", "").isRefused()).isFalse();
    }
}
