package dev.sluice.kube.patch;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Merge rules written by hand, one line each: `path strategy[,strategy] [key]`.
final class WrittenRules implements MergeRules {
    /// The schema's rules for the objects that the recorded patches change.
    static final MergeRules DEPLOYMENT_AND_CONFIG_MAP = parse("""
            metadata.finalizers merge
            metadata.ownerReferences merge uid
            spec.strategy retainKeys
            spec.template.spec.containers merge name
            spec.template.spec.containers.env merge name
            spec.template.spec.containers.ports merge containerPort
            spec.template.spec.initContainers merge name
            spec.template.spec.volumes merge,retainKeys name
            spec.template.spec.imagePullSecrets merge name
            spec.template.spec.hostAliases merge ip
            """);

    private final Map<String, WrittenRules> children = new HashMap<>();
    private Set<Strategy> strategies = Set.of();
    private Optional<String> mergeKey = Optional.empty();

    private WrittenRules() {}

    static MergeRules parse(String lines) {
        WrittenRules root = new WrittenRules();
        lines.lines().map(line -> line.split(" ", -1)).forEach(words -> {
            WrittenRules at = root;
            for (String name : words[0].split("\\.", -1)) {
                at = at.children.computeIfAbsent(name, _ -> new WrittenRules());
            }
            at.strategies = Arrays.stream(words[1].split(",", -1))
                    .map(WrittenRules::strategy)
                    .collect(Collectors.toSet());
            at.mergeKey = words.length > 2 ? Optional.of(words[2]) : Optional.empty();
        });
        return root;
    }

    private static Strategy strategy(String text) {
        return Arrays.stream(Strategy.values())
                .filter(it -> it.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public MergeRules child(String field) {
        WrittenRules child = children.get(field);
        return child == null ? MergeRules.NONE : child;
    }

    @Override
    public Optional<String> mergeKey() {
        return mergeKey;
    }

    @Override
    public Set<Strategy> strategies() {
        return strategies;
    }
}
