package dev.sluice.cli.resourcequery;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs recorded sessions of flux-sched's tool and compares what ours prints, byte for byte.
final class Conformance {

    /// Vertices visited by a walk are a matter of the walk, not of the answer.
    private static final String VISIT_COUNT = "ORDER COUNT=";

    record Result(String id, boolean passed, String why) {}

    private final TextFiles files;

    Conformance(Path folder) {
        this.files = new DiskFiles(folder);
    }

    void run(String table, String prefix, Consumer<Result> results) {
        for (String row : files.read(table).lines().skip(1).toList()) {
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
            Session session = new Session(options(row), files, new Outlets(out::append, _ -> {}, err::append), () -> 0);
            for (String line : files.read(row.get(9)).lines().toList()) {
                if (!session.execute(line)) {
                    break;
                }
            }
        } catch (RuntimeException e) {
            return new Result(id, false, e.toString());
        }
        return compare(id, row.get(10), row.get(11), out.toString(), err.toString());
    }

    /// Of the other options only the one that prints times has to do with what is compared.
    private static ResourceQueryOptions options(List<String> row) {
        return new ResourceQueryOptions(
                new ResourceQueryOptions.Source(row.get(1), orElse(row.get(2), "grug"), orElse(row.get(3), "CA")),
                new ResourceQueryOptions.Matching(
                        orElse(row.get(4), "first"),
                        orElse(row.get(7), "simple"),
                        orElse(row.get(5), ResourceQueryOptions.DEFAULT_PRUNE_FILTERS),
                        orElse(row.get(6), "simple")),
                isTimed(row.get(8)));
    }

    private static boolean isTimed(String options) {
        List<String> words = Words.of(options);
        return words.contains("-e") || words.contains("--elapse-time");
    }

    private Result compare(String id, String expected, String stderr, String out, String err) {
        if (!expected.equals("-")) {
            String ours = stderr.equals("merged") ? out + err : out;
            if (!withoutVisitCounts(files.read(expected)).equals(withoutVisitCounts(ours))) {
                return new Result(id, false, "output differs");
            }
        }
        if (!stderr.equals("-")
                && !stderr.equals("merged")
                && !files.read(stderr).equals(err)) {
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
}
