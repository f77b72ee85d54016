package dev.sluice.cli.resourcequery;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.io.JgfWriter;
import dev.sluice.graph.io.RWriter;
import dev.sluice.graph.io.SimpleWriter;
import java.util.Locale;
import java.util.Optional;

/// How placements are printed, by flux-sched's names.
enum MatchFormat {
    SIMPLE,
    PRETTY_SIMPLE,
    JGF,
    JGF_SHORTHAND,
    RLITE,
    RV1,
    RV1_NOSCHED,
    RV1_SHORTHAND;

    static final String NAMES = "simple, pretty_simple, jgf, jgf_shorthand, rlite, rv1, rv1_nosched or rv1_shorthand";

    static Optional<MatchFormat> named(String name) {
        for (MatchFormat format : values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    String text(ResourceGraph graph, Placement placement, long start, long end) {
        return switch (this) {
            case SIMPLE -> SimpleWriter.simple(graph, placement);
            case PRETTY_SIMPLE -> SimpleWriter.pretty(graph, placement);
            case JGF -> JgfWriter.write(graph, placement);
            case JGF_SHORTHAND -> JgfWriter.writeShorthand(graph, placement);
            case RLITE -> RWriter.rlite(graph, placement);
            case RV1 -> RWriter.rv1WithGraph(graph, placement, start, end);
            case RV1_SHORTHAND -> RWriter.rv1WithShorthand(graph, placement, start, end);
            case RV1_NOSCHED -> RWriter.rv1(graph, placement, start, end);
        };
    }

    /// What a search has found; only JGF has a place for counts.
    String text(ResourceGraph graph, Finder.Found found) {
        return this == JGF
                ? JgfWriter.write(graph, found.placement(), found.counts())
                : text(graph, found.placement(), 0, 0);
    }
}
