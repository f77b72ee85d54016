package dev.sluice.cli.resourcequery;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The jobspecs of a session by the files they are in, read again only when a file has changed: scripts name a few
/// files a hundred thousand times.
final class SessionJobspecs {

    /// Far more files than scripts name; keeps one that names each once from filling the memory.
    private static final int KEPT_MAX = 10_000;

    /// Types that flux-sched knows whether the graph has them or not.
    private static final Set<String> BUILT_IN_TYPES = Set.of(
            ResourceRequest.SLOT,
            ResourceRequest.XOR_SLOT,
            "cluster",
            "rack",
            "node",
            "socket",
            "gpu",
            "core",
            "ssd",
            "storage_node");

    private record Kept(Object stamp, SessionJobspec request) {}

    private final TextFiles files;
    private final boolean flexible;
    private final Set<String> types = new HashSet<>(BUILT_IN_TYPES);
    private final Map<String, Kept> kept = new HashMap<>();

    /// @param flexible whether requests may have alternatives
    SessionJobspecs(TextFiles files, boolean flexible, ResourceGraph graph) {
        this.files = files;
        this.flexible = flexible;
        know(graph);
    }

    /// From now on the types of this graph are known, too. What was made ready for the graph as it was is forgotten.
    final void know(ResourceGraph graph) {
        kept.clear();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            types.add(graph.type(vertex));
        }
    }

    SessionJobspec in(String file) {
        Object stamp = files.stamp(file);
        Kept known = kept.get(file);
        if (known != null && known.stamp().equals(stamp)) {
            return known.request();
        }
        SessionJobspec request = SessionJobspec.of(read(file), flexible);
        if (!request.hasOnlyTypes(types::contains)) {
            throw new BadJobspec("Value of \"type\" must be a resource type known to fluxion");
        }
        if (kept.size() >= KEPT_MAX) {
            kept.clear();
        }
        kept.put(file, new Kept(stamp, request));
        return request;
    }

    private Jobspec read(String file) {
        try {
            return JobspecReader.read(files.read(file), file, Dialect.FLUX_SCHED);
        } catch (JobspecException e) {
            throw new BadJobspec(String.valueOf(e.getMessage()));
        }
    }
}
