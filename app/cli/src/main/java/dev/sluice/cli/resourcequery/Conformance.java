package dev.sluice.cli.resourcequery;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs recorded sessions of flux-sched's tool and compares what ours prints, byte for byte.
final class Conformance {

    /// Vertices visited by a walk are a matter of the walk, not of the answer.
    private static final String VISIT_COUNT = "ORDER COUNT=";

    record Result(String id, boolean passed, String why) {}

    private final Path folder;

    Conformance(Path folder) {
        this.folder = folder;
    }

    void run(String table, String prefix, Consumer<Result> results) {
        for (String row : read(table).lines().skip(1).toList()) {
            if (row.startsWith(prefix)) {
                results.accept(run(List.of(row.split("\t", -1))));
            }
        }
    }

    private Result run(List<String> row) {
        String id = row.getFirst();
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        try {
            ResourceQueryOptions options = new ResourceQueryOptions(
                    row.get(1),
                    orElse(row.get(2), "grug"),
                    orElse(row.get(4), "first"),
                    orElse(row.get(7), "simple"),
                    orElse(row.get(5), ResourceQueryOptions.DEFAULT_PRUNE_FILTERS));
            Session session = new Session(options, this::read, out::append, err::append);
            for (String line : read(row.get(9)).lines().toList()) {
                if (!session.execute(line)) {
                    break;
                }
            }
        } catch (RuntimeException e) {
            return new Result(id, false, e.toString());
        }
        return compare(id, row.get(10), row.get(11), out.toString(), err.toString());
    }

    private Result compare(String id, String expected, String stderr, String out, String err) {
        if (!expected.equals("-")) {
            String ours = stderr.equals("merged") ? out + err : out;
            if (!withoutVisitCounts(read(expected)).equals(withoutVisitCounts(ours))) {
                return new Result(id, false, "output differs");
            }
        }
        if (!stderr.equals("-") && !stderr.equals("merged") && !read(stderr).equals(err)) {
            return new Result(id, false, "standard error differs");
        }
        return new Result(id, true, "");
    }

    private static String withoutVisitCounts(String text) {
        return text.lines().filter(line -> !line.contains(VISIT_COUNT)).collect(Collectors.joining("\n"));
    }

    private static String orElse(String value, String otherwise) {
        return value.equals("-") ? otherwise : value;
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
