package dev.sluice.cli.resourcequery;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine;

/// Runs recorded sessions of flux-sched's tool and compares what ours prints, byte for byte.
final class Conformance {

    /// Vertices visited by a walk are a matter of the walk, not of the answer.
    private static final String VISIT_COUNT = "ORDER COUNT=";

    /// What the columns from the second on stand for.
    private static final List<String> OPTIONS = List.of("-L", "-f", "-S", "-P", "-p", "-T", "-F");

    private static final int EXTRA = 8;
    private static final int COMMANDS = 9;
    private static final int EXPECTED = 10;
    private static final int STANDARD_ERROR = 11;

    /// @param why what is wrong, if it failed
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

    /// Compares verdicts on jobspecs: a file and `valid` or `invalid` a row.
    void validate(String table, String prefix, Consumer<Result> results) {
        for (String row : files.read(table).lines().skip(1).toList()) {
            List<String> columns = List.of(row.split("\t", -1));
            if (row.startsWith(prefix)) {
                boolean expected = columns.get(1).equals("valid");
                results.accept(new Result(
                        columns.getFirst(),
                        isValid(columns.getFirst()) == expected,
                        expected ? "is refused" : "is accepted"));
            }
        }
    }

    private boolean isValid(String file) {
        try {
            JobspecReader.read(files.read(file), file, Dialect.FLUX_SCHED);
            return true;
        } catch (JobspecException e) {
            return false;
        }
    }

    private Result run(List<String> row) {
        String id = row.getFirst();
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        try {
            ResourceQueryCommand command = command(row);
            err.append(command.warnings());
            Session session =
                    new Session(command.options(), files, new Outlets(out::append, _ -> {}, err::append), () -> 0);
            for (String line : files.read(row.get(COMMANDS)).lines().toList()) {
                if (!session.execute(line)) {
                    break;
                }
            }
        } catch (RuntimeException e) {
            return new Result(id, false, e.toString());
        }
        return compare(id, row.get(EXPECTED), row.get(STANDARD_ERROR), out.toString(), err.toString());
    }

    /// The row as the command line that it stands for. The file for the results is left out.
    private static ResourceQueryCommand command(List<String> row) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < OPTIONS.size(); i++) {
            String value = row.get(1 + i);
            if (!value.equals("-")) {
                arguments.addAll(List.of(OPTIONS.get(i), value.equals("\"\"") ? "" : value));
            }
        }
        if (!row.get(EXTRA).equals("-")) {
            arguments.addAll(CommandWords.of(row.get(EXTRA)));
        }
        ResourceQueryCommand command = new ResourceQueryCommand();
        new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
        return command;
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
}
