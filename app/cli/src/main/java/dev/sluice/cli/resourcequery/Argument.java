package dev.sluice.cli.resourcequery;

import java.util.List;

/// What may stand in one place of a command, for completion.
sealed interface Argument {

    /// One of a few words.
    record OneOf(List<String> words) implements Argument {
        public OneOf {
            words = List.copyOf(words);
        }
    }

    /// The path of a file.
    record File() implements Argument {}

    /// The path of a vertex.
    record Vertex() implements Argument {}

    /// A number or a text without suggestions.
    record Free() implements Argument {}

    static Argument oneOf(String... words) {
        return new OneOf(List.of(words));
    }
}
