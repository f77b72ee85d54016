package dev.sluice.graph.io;

import dev.sluice.graph.VertexKind;
import java.util.List;
import java.util.Map;

/// A GRUG file as it stands: a small graph whose vertices say what to make and whose edges say how many.
///
/// @param links those that leave each part, by the part's name
record GrugRecipe(Map<String, Part> parts, Map<String, List<Link>> links) {

    /// @param root whether the graph of its subsystem starts here
    record Part(String name, boolean root, String subsystem, VertexKind kind) {}

    /// How instances of the target come about: made anew for each instance of the source, or found among those
    /// made.
    enum Method {
        MULTIPLY,
        ASSOCIATE_IN,
        ASSOCIATE_BY_PATH_IN
    }

    /// Numbers for the instances that a link makes.
    ///
    /// @param scope at how many levels above the source the numbers start anew; 0 is the source itself;
    ///     below 0, the instances are not numbered
    record Numbering(int scope, long start, long stride) {}

    /// Which instances a link by path joins: those whose paths in a subsystem are alike, up to so many levels
    /// above.
    record Kinship(String subsystem, int sourceLevelsUp, int targetLevelsUp) {}

    record Link(
            String source,
            String target,
            String subsystem,
            Method method,
            int scale,
            Numbering numbering,
            Kinship kinship) {}

    List<Link> linksFrom(Part part) {
        return links.getOrDefault(part.name(), List.of());
    }
}
