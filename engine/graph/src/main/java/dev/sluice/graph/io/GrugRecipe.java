package dev.sluice.graph.io;

import dev.sluice.graph.VertexKind;
import java.util.List;

/// A GRUG file as it stands: a small graph whose vertices say what to make and whose edges say how many.
record GrugRecipe(List<Part> parts, List<Link> links) {

    /// @param root whether the graph of its subsystem starts here
    record Part(String name, boolean root, String subsystem, VertexKind kind) {}

    /// How instances of the target come about: made anew for each instance of the source, or found among those made.
    enum Method {
        MULTIPLY,
        ASSOCIATE_IN,
        ASSOCIATE_BY_PATH_IN
    }

    /// Numbers for the instances that a link makes.
    ///
    /// @param scope at how many levels above the source the numbers start anew; 0 is the source itself
    record Numbering(int scope, long start, long stride) {}

    record Link(String source, String target, String subsystem, Method method, int scale, Numbering numbering) {}

    List<Link> linksFrom(Part part) {
        return links.stream().filter(link -> link.source().equals(part.name())).toList();
    }

    Part part(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
