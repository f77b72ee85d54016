package dev.sluice.controller.topology;

import dev.sluice.graph.VertexKind;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.Map;

/// Names of Kubernetes resources and the types of vertices that stand for them.
///
/// CPU is a pool of type `core`, counted in thousandths, so that jobspecs of Flux can ask for cores. All others
/// keep their names: `memory`, `ephemeral-storage`, `pods`, `hugepages-2Mi`, `nvidia.com/gpu`.
public final class ResourceTypes {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String PODS = "pods";

    /// The largest amount that one pod or node counts for: a pebibyte, more than any node has. The sum of a
    /// thousand pods that ask for everything stays within a long.
    public static final long AMOUNT_MAX = 1L << 50;

    private static final String MILLI = "m";
    private static final String BYTES = "B";

    private ResourceTypes() {}

    public static String typeOf(String resource) {
        return resource.equals(CPU) ? VertexKind.CORE : resource;
    }

    public static String resourceOf(String type) {
        return type.equals(VertexKind.CORE) ? CPU : type;
    }

    /// Translates amounts of resources, CPU in thousandths, into amounts of types. No larger than [#AMOUNT_MAX].
    public static SortedAmounts byType(Map<String, Long> amounts) {
        SortedAmounts.Builder types = new SortedAmounts.Builder(amounts.size());
        amounts.forEach((resource, amount) -> types.put(typeOf(resource), Math.min(amount, AMOUNT_MAX)));
        return types.build();
    }

    static String unitOf(String type) {
        if (type.equals(VertexKind.CORE)) {
            return MILLI;
        }
        boolean isInBytes = type.equals(MEMORY) || type.equals("ephemeral-storage") || type.startsWith("hugepages-");
        return isInBytes ? BYTES : "";
    }
}
