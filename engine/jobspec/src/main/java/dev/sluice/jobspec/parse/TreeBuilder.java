package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.parse.JobspecException.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds a tree from parser events, and stops as soon as a limit of [Limits] is exceeded.
///
/// Not recursive: the depth of hostile text must not become the depth of our stack.
final class TreeBuilder {
    private final String source;
    private final Deque<Open> open = new ArrayDeque<>();
    private int nodes;
    private @Nullable Node root;

    TreeBuilder(String source) {
        this.source = source;
    }

    /// A mapping or list that has not ended yet.
    private static final class Open {
        final Position position;
        final boolean mapping;
        final Map<String, Node.Field> fields = new LinkedHashMap<>();
        final List<Node> elements = new ArrayList<>();

        @Nullable
        String key;

        Position keyPosition = Position.START;
        int weight = 1;
        int height = 1;

        Open(Position position, boolean mapping) {
            this.position = position;
            this.mapping = mapping;
        }

        boolean expectsKey() {
            return mapping && key == null;
        }

        Node close() {
            return mapping
                    ? new Node.Mapping(position, weight, height, Collections.unmodifiableMap(fields))
                    : new Node.Sequence(position, weight, height, Collections.unmodifiableList(elements));
        }
    }

    boolean expectsKey() {
        return !open.isEmpty() && open.element().expectsKey();
    }

    int depth() {
        return open.size();
    }

    void key(Position position, String key) {
        if (open.element().fields.containsKey(key)) {
            throw problem(position, "key that was there before (" + Value.shown(key) + ")");
        }
        open.element().key = key;
        open.element().keyPosition = position;
    }

    void beginMapping(Position position) {
        begin(position, true);
    }

    void beginSequence(Position position) {
        begin(position, false);
    }

    private void begin(Position position, boolean mapping) {
        if (expectsKey()) {
            throw problem(position, "key that is no text");
        }
        if (open.size() >= Limits.MAX_DEPTH) {
            throw problem(position, "nested deeper than (" + Limits.MAX_DEPTH + ") levels");
        }
        open.push(new Open(position, mapping));
    }

    Node end() {
        Node closed = open.pop().close();
        nodes++;
        place(closed);
        return closed;
    }

    void scalar(Node.Scalar scalar) {
        nodes++;
        place(scalar);
    }

    /// Adds a complete node a second time.
    void alias(Position position, Node node) {
        if (expectsKey()) {
            throw problem(position, "alias in the place of a key");
        }
        nodes += node.weight();
        if (open.size() + node.height() > Limits.MAX_DEPTH) {
            throw problem(position, "nested deeper than (" + Limits.MAX_DEPTH + ") levels");
        }
        place(node);
    }

    private void place(Node node) {
        if (nodes > Limits.MAX_NODES) {
            throw problem(node.position(), "more values than (" + Limits.MAX_NODES + ")");
        }
        if (open.isEmpty()) {
            root = node;
            return;
        }
        Open parent = open.element();
        parent.weight += node.weight();
        parent.height = Math.max(parent.height, node.height() + 1);
        if (parent.key != null) {
            parent.fields.put(parent.key, new Node.Field(parent.keyPosition, node));
            parent.key = null;
        } else {
            parent.elements.add(node);
        }
    }

    Node root() {
        if (root == null) {
            throw problem(Position.START, "nothing in it");
        }
        return root;
    }

    JobspecException problem(Position position, String problem) {
        return new JobspecException(source, position, path(), problem);
    }

    /// The path of the current position.
    private String path() {
        StringBuilder path = new StringBuilder();
        open.descendingIterator().forEachRemaining(level -> {
            if (!level.mapping) {
                path.append('[').append(level.elements.size()).append(']');
            } else if (level.key != null) {
                path.append(path.isEmpty() ? "" : ".").append(Value.shown(level.key));
            }
        });
        return path.toString();
    }
}
