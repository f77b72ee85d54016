package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The same requests to the real server and to ours get the same answers, and the same watches tell the same.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class ContractIT {
    @Test
    void bothServersAnswerTheSame(Kubectl kubectl) throws IOException, InterruptedException {
        List<ContractCase> cases = Contract.FILES.stream()
                .flatMap(file -> ContractCase.read(file).stream())
                .toList();
        try (EmbeddedApiServer ours = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0);
                KubectlProxy real = KubectlProxy.start(kubectl)) {
            Contract contract = new Contract(real.address(), ours.address());
            contract.put(cases, "contract-");
            System.out.println(contract);
            contract.differences().forEach(System.out::println);

            assertThat(contract.differences()).isEmpty();
        }
    }
}
