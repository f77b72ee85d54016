package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Authorization: the same decisions and messages as the real server's.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class AccessIT {
    @Test
    void bothServersLetInAndRefuseTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("access.txt", "access-")).isEmpty();
        }
    }
}
