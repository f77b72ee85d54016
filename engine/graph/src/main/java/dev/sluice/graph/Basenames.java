package dev.sluice.graph;

import java.util.Collection;
import java.util.Optional;

/// How the names of vertices follow from their types, where only a path is known: a name is the type with a number,
/// as in `core0`.
public final class Basenames {
    private Basenames() {}

    /// Returns the basename of vertices of a type. Paths separate names by slashes, so a name has none: vertices of
    /// type `nvidia.com/gpu` are called `nvidia.com:gpu0`.
    public static String of(String type) {
        return type.replace('/', ':');
    }

    /// Returns which of some types a vertex has, by its name. A type may end with digits, as `i915` does; then only the
    /// digits after it are the vertex's number. So the longest type that fits is taken.
    public static Optional<String> typeOf(String vertex, Collection<String> types) {
        String found = "";
        for (String type : types) {
            if (type.length() > found.length() && isNumbered(vertex, of(type))) {
                found = type;
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private static boolean isNumbered(String vertex, String basename) {
        return vertex.length() > basename.length()
                && vertex.startsWith(basename)
                && vertex.chars().skip(basename.length()).allMatch(Character::isDigit);
    }
}
