package dev.sluice.jobspec.pod;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The pods are spread evenly over domains, such as zones: wherever pods of the job are placed, the domain has at most
/// `maxSkew` pods more than the domain with the fewest. A demand, as `DoNotSchedule` is in Kubernetes.
///
/// @param topologyKey a type of vertices that contain nodes, or else a label of nodes; nodes outside of all domains get
///     no pods
/// @param existing the pods that count beside those of the job, by domain: the value of the label, or the path of the
///     vertex
public record TopologySpread(String topologyKey, int maxSkew, Map<String, Long> existing) {
    /// More pods than any cluster has, and far from overflow when added up.
    public static final long PODS_MAX = Integer.MAX_VALUE;

    public TopologySpread {
        LabelSyntax.requireKey(topologyKey);
        existing = Collections.unmodifiableMap(new TreeMap<>(existing));
        if (maxSkew < 1) {
            throw new IllegalArgumentException("maxSkew (" + maxSkew + ") must be at least 1");
        }
        existing.forEach((domain, pods) -> {
            if (pods < 0 || pods > PODS_MAX) {
                throw new IllegalArgumentException(
                        "existing pods (" + pods + ") of (" + domain + ") must be in 0 to " + PODS_MAX);
            }
        });
    }
}
