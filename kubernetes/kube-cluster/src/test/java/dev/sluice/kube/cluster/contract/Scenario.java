package dev.sluice.kube.cluster.contract;

import dev.sluice.testkit.kubernetes.ContractFile;
import java.util.List;

/// What is done, and what is looked at, in order.
record Scenario(String name, List<String> steps) {

    static List<Scenario> read(String file) {
        return ContractFile.read(file).stream()
                .map(each -> new Scenario(each.name(), each.lines()))
                .toList();
    }
}
