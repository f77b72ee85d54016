package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Expired versions get the same response from the real and the embedded server.
@RealKubernetes(
        nodes = 0,
        shared = false,
        compactionInterval = "1s",
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class ExpiryIT {
    /// The real server forgets after a second or two, ours after so many changes.
    private static final int CHANGES_REMEMBERED = 16;

    @Test
    void versionsExpireAlike(Kubectl kubectl) throws IOException, InterruptedException {
        ServerOptions options = ServerOptions.plain(0).withChangesRemembered(CHANGES_REMEMBERED);
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), options);
                KubectlProxy real = KubectlProxy.start(kubectl)) {
            Contract contract = new Contract(real.address(), ours.address());
            contract.put(ContractCase.read("expiry.txt"), "expiry-");
            System.out.println(contract);

            assertThat(contract.differences()).isEmpty();
        }
    }
}
