package dev.sluice.kube.cluster.contract;

import dev.sluice.testkit.kubernetes.ContractFile;
import java.util.List;

/// A list of actions and checks.
record Scenario(String name, List<String> steps) {

    static List<Scenario> read(String file) {
        return ContractFile.read(file).stream()
                .map(each -> new Scenario(each.name(), each.lines()))
                .toList();
    }
}
