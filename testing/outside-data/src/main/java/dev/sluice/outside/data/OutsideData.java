package dev.sluice.outside.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds the sets of test data that lie in `shared/data` beside the project, or further up.
///
/// Tests that call it are marked with [NeedsOutsideData], so that they run only where the data is.
public final class OutsideData {

    /// Names the folder of all sets, instead of `shared/data`.
    static final String ROOT_PROPERTY = "sluice.outside-data";

    private static final String ROOT = "shared/data";

    private OutsideData() {}

    /// Returns the folder of a data set.
    ///
    /// @throws IllegalStateException if it is missing
    public static Path folder(String set) {
        return find(set).orElseThrow(() -> new IllegalStateException(missing(set)));
    }

    /// Returns the files of a data set whose names match, sorted.
    ///
    /// @throws IllegalStateException if the set is missing or no file matches
    public static List<Path> files(String set, Predicate<String> name) {
        Path folder = folder(set);
        try (Stream<Path> all = Files.list(folder)) {
            List<Path> files = all.filter(file -> name.test(String.valueOf(file.getFileName())))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new IllegalStateException(
                        "outside data (" + set + ") has none of the files looked for: " + folder);
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Optional<Path> find(String set) {
        return roots().map(root -> root.resolve(set)).filter(Files::isDirectory).findFirst();
    }

    static String missing(String set) {
        String root = System.getProperty(ROOT_PROPERTY);
        String where = root == null ? ROOT + " above " + Path.of("").toAbsolutePath() : root;
        return "outside data (" + set + ") is not in " + where;
    }

    private static Stream<Path> roots() {
        String root = System.getProperty(ROOT_PROPERTY);
        return root != null
                ? Stream.of(Path.of(root))
                : Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                        .map(folder -> folder.resolve(ROOT));
    }
}
