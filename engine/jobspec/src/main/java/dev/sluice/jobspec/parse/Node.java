package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.parse.JobspecException.Position;
import java.util.List;
import java.util.Map;

/// A parsed text before anyone asked what it means. An alias is the node that it stands for.
sealed interface Node {
    Position position();

    /// Nodes in this tree, itself included, aliases counted as what they stand for.
    int weight();

    /// Levels of this tree; 1 for a scalar.
    int height();

    /// A `plain` one has no quotes, so it may be a number, a boolean or null.
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

    /// In the order of the text.
    record Mapping(Position position, int weight, int height, Map<String, Field> fields) implements Node {}

    record Field(Position keyPosition, Node value) {}
}
