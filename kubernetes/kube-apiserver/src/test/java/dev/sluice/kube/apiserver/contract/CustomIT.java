package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Custom resources: definitions, schemas, versions, sub-resources.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class CustomIT {
    @Test
    void bothServersServeWhatIsDefined(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("custom.txt", "custom-")).isEmpty();
        }
    }

    @Test
    void bothServersSelectByFieldsAndClearUp(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("custom-fields.txt", "fields-")).isEmpty();
        }
    }

    @Test
    void bothServersKeepRules(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("custom-rules.txt", "rules-")).isEmpty();
        }
    }

    @Test
    void bothServersRefuseRulesThatMakeNoSense(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("custom-bad-rules.txt", "bad-rules-"))
                    .isEmpty();
        }
    }

    @Test
    void bothServersKeepWhatOfDefinitionsCannotChange(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("custom-updates.txt", "updates-")).isEmpty();
        }
    }
}
