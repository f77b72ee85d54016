package dev.sluice.cli.resourcequery;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.traverser.JobspecVariants;
import dev.sluice.graph.traverser.KnownTypes;
import dev.sluice.graph.traverser.Traverser;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// A cache of the session's jobspecs by file name. A file is read again only after it has changed: scripts name a few
/// files a hundred thousand times.
final class SessionJobspecs {

    /// Far more files than scripts name. Bounds the memory of a script that names each file once.
    private static final int KEPT_MAX = 10_000;

    private record Kept(Object stamp, JobspecVariants variants) {}

    private final TextFiles files;
    private final Traverser traverser;
    private final KnownTypes types = new KnownTypes();
    private final Map<String, Kept> kept = new HashMap<>();

    /// @param otherTypes types that a jobspec may name whether the graph has them or not
    SessionJobspecs(TextFiles files, Traverser traverser, ResourceGraph graph, Set<String> otherTypes) {
        this.files = files;
        this.traverser = traverser;
        types.addAll(otherTypes);
        know(graph);
    }

    /// Adds the types of this graph to the known ones. Forgets all jobspecs that were compiled for the previous graph.
    final void know(ResourceGraph graph) {
        kept.clear();
        types.addAll(graph);
    }

    JobspecVariants in(String file) {
        Object stamp = files.stamp(file);
        Kept known = kept.get(file);
        if (known != null && known.stamp().equals(stamp)) {
            return known.variants();
        }
        JobspecVariants variants = traverser.prepare(read(file));
        if (!types.cover(variants.jobspec())) {
            throw new BadJobspec("Value of \"type\" must be a resource type known to fluxion");
        }
        if (kept.size() >= KEPT_MAX) {
            kept.clear();
        }
        kept.put(file, new Kept(stamp, variants));
        return variants;
    }

    private Jobspec read(String file) {
        try {
            return JobspecReader.read(files.read(file), file, Dialect.FLUX_SCHED);
        } catch (JobspecException e) {
            throw new BadJobspec(String.valueOf(e.getMessage()));
        }
    }
}
