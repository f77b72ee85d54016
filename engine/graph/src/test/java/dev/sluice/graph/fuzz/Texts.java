package dev.sluice.graph.fuzz;

import java.nio.charset.StandardCharsets;

/// Decodes bytes as the tools do: UTF-8, with replacement characters for malformed input.
final class Texts {
    private Texts() {}

    static String of(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }

    static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("(%s) became (%s)".formatted(expected, actual));
        }
    }
}
