package dev.sluice.graph.io;

import dev.sluice.graph.VertexKind;
import java.util.List;
import java.util.Map;

/// The content of a GRUG file: a small graph whose vertices say what to generate and whose edges say how many.
///
/// @param links the out-edges of each part, by the part's name
record GrugRecipe(Map<String, Part> parts, Map<String, List<Link>> links) {

    /// @param root whether the graph of its subsystem starts here
    record Part(String name, boolean root, String subsystem, VertexKind kind) {}

    /// How a link obtains instances of its target: it generates them for each instance of the source, or finds
    /// existing ones.
    enum Method {
        MULTIPLY,
        ASSOCIATE_IN,
        ASSOCIATE_BY_PATH_IN
    }

    /// The ids of the instances that a link generates.
    ///
    /// @param scope how many levels above the source the sequence of ids restarts; 0 is the source itself; negative
    ///     values give no ids
    record Numbering(int scope, long start, long stride) {}

    /// Which instances ASSOCIATE_BY_PATH_IN joins: those with equal paths in a subsystem, without the given number
    /// of last levels.
    record PathAssociation(String subsystem, int sourceLevelsUp, int targetLevelsUp) {}

    record Link(
            String source,
            String target,
            String subsystem,
            Method method,
            int scale,
            Numbering numbering,
            PathAssociation pathAssociation) {}

    List<Link> linksFrom(Part part) {
        return links.getOrDefault(part.name(), List.of());
    }
}
