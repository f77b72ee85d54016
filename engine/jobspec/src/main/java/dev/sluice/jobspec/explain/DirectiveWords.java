package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import java.util.ArrayList;
import java.util.List;

/// Scheduling directives as sentences.
public final class DirectiveWords {
    private DirectiveWords() {}

    static List<String> sentences(SchedulingDirectives directives) {
        List<String> sentences = new ArrayList<>();
        if (!directives.tolerations().isEmpty()) {
            sentences.add("Tolerates "
                    + Words.list(directives.tolerations().stream()
                            .map(DirectiveWords::taints)
                            .toList())
                    + ".");
        }
        if (!directives.hostPorts().isEmpty()) {
            sentences.add("Each pod takes " + ports(directives) + " of its node.");
        }
        directives.colocation().ifPresent(colocation -> sentences.add(colocation(colocation)));
        directives.topologySpread().ifPresent(spread -> sentences.add(spread(spread)));
        return sentences;
    }

    /// Where the pods must be, as the end of "they do not fit …": `in one place`, or what the directives demand.
    public static String place(SchedulingDirectives directives) {
        List<String> demands = new ArrayList<>();
        directives
                .colocation()
                .filter(Colocation::isDemand)
                .ifPresent(colocation -> demands.add("inside one " + colocation.topologyKey()));
        if (!directives.hostPorts().isEmpty()) {
            demands.add("with one pod per node for " + ports(directives));
        }
        directives
                .topologySpread()
                .ifPresent(spread -> demands.add(
                        "spread over " + spread.topologyKey() + " with a skew of at most " + spread.maxSkew()));
        return demands.isEmpty() ? "in one place" : Words.list(demands);
    }

    private static String ports(SchedulingDirectives directives) {
        return Words.list(
                directives.hostPorts().stream().map(HostPort::toString).toList());
    }

    private static String colocation(Colocation colocation) {
        return "Runs inside one " + colocation.topologyKey() + (colocation.isDemand() ? "." : " if possible.");
    }

    private static String spread(TopologySpread spread) {
        String existing = Words.list(spread.existing().entrySet().stream()
                .map(domain -> domain.getValue() + " in " + domain.getKey())
                .toList());
        return "Spreads its pods over " + spread.topologyKey() + " with a skew of at most " + spread.maxSkew()
                + (existing.isEmpty() ? "." : ", counting " + existing + ".");
    }

    /// The taints as `kubectl` writes them.
    private static String taints(Toleration toleration) {
        String effect = toleration.effect().map(it -> ":" + it.text()).orElse("");
        if (toleration.key().isEmpty()) {
            return effect.isEmpty() ? "all taints" : "all taints " + effect.substring(1);
        }
        boolean anyValue = toleration.operator() == Toleration.Operator.EXISTS;
        return (anyValue ? "all taints " : "taint ")
                + toleration.key().get()
                + (anyValue || toleration.value().isEmpty() ? "" : "=" + toleration.value())
                + effect;
    }
}
