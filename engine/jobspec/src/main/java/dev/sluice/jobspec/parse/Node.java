package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.parse.JobspecException.Position;
import java.util.List;
import java.util.Map;

/// A parsed text before it is interpreted. An alias is the node that it refers to.
sealed interface Node {
    Position position();

    /// The number of nodes in this tree, itself included, with aliases expanded.
    int weight();

    /// The number of levels of this tree; 1 for a scalar.
    int height();

    /// A scalar. A `plain` one has no quotes and may be a number, a boolean or null.
    record Scalar(Position position, String text, boolean plain) implements Node {
        @Override
        public int weight() {
            return 1;
        }

        @Override
        public int height() {
            return 1;
        }
    }

    record Sequence(Position position, int weight, int height, List<Node> elements) implements Node {}

    /// A mapping; fields are in the order of the text.
    record Mapping(Position position, int weight, int height, Map<String, Field> fields) implements Node {}

    record Field(Position keyPosition, Node value) {}
}
