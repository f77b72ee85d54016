package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.kubernetes.ContractFile;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// The same webhook, asked by the real server and by ours.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class WebhookIT {
    @Test
    void bothServersAskAndObeyAlike(Kubectl kubectl) throws IOException, InterruptedException {
        try (TestWebhook hook = new TestWebhook();
                BothServers servers = new BothServers(kubectl)) {
            run(servers, hook, "webhooks.txt", "hooks-");
            assertThat(servers.differences()).isEmpty();
        }
    }

    @Test
    void bothServersAskOnTheSameConditions(Kubectl kubectl) throws IOException, InterruptedException {
        try (TestWebhook hook = new TestWebhook();
                BothServers servers = new BothServers(kubectl)) {
            run(servers, hook, "webhook-matches.txt", "matches-");
            assertThat(servers.differences()).isEmpty();
        }
    }

    @Test
    void bothServersHaveObjectsConverted(Kubectl kubectl) throws IOException, InterruptedException {
        try (TestWebhook hook = new TestWebhook();
                BothServers servers = new BothServers(kubectl)) {
            run(servers, hook, "conversions.txt", "conversions-");
            assertThat(servers.differences()).isEmpty();
        }
    }

    @Test
    void bothServersRefuseConditionsThatMakeNoSense(Kubectl kubectl) throws IOException, InterruptedException {
        try (BothServers servers = new BothServers(kubectl)) {
            assertThat(servers.differences("webhook-conditions.txt", "conditions-"))
                    .isEmpty();
        }
    }

    private static void run(BothServers servers, TestWebhook hook, String file, String prefix)
            throws IOException, InterruptedException {
        int number = 0;
        // NS stands for the case's namespace, wherever it stands.
        String authority = hook.caBundle().replace("NS", "N\\u0053");
        for (ContractFile.Case each : ContractFile.read(file)) {
            String namespace = prefix + ++number;
            servers.put(
                    "POST /api/v1/namespaces {\"metadata\":{\"name\":\"NS\",\"labels\":{\"case\":\"NS\"}}}", namespace);
            for (String line : each.lines()) {
                servers.put(
                        line.replace("\"CA\"", "\"" + authority + "\"").replace("https://HOOK/", hook.url("")),
                        namespace);
            }
        }
        System.out.printf(
                "%s: %d cases, %d differences%n",
                file, number, servers.differences().size());
    }
}
