package dev.sluice.simulator.sweep;

import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.report.SweepTable;
import dev.sluice.traces.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The results of single runs, one small file each, so that a stopped sweep can continue and shards on other
/// machines can add theirs. Files are written atomically.
///
/// @param inputs identifies the inputs of a run besides its parameters: the contents of its files, the version.
///   Results of other inputs are not used
public record CellFiles(Path folder, Function<Cell, String> inputs) {

    /// Returns the result of a run, if it exists and was made from the same inputs.
    public Optional<SweepRow> read(Cell cell) throws IOException {
        Path file = file(cell);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return SweepTable.readComplete(file).stream()
                    .filter(row -> row.parameters().equals(cell.parameters()))
                    .findFirst();
        } catch (TraceException e) {
            // The file is damaged, or an older release wrote fewer columns: the run is repeated.
            return Optional.empty();
        }
    }

    public void write(Cell cell, SweepRow row) throws IOException {
        Files.createDirectories(folder);
        SweepTable.write(List.of(row), file(cell));
    }

    public Path file(Cell cell) {
        return folder.resolve("%06d-%s.csv".formatted(cell.number(), inputs.apply(cell)));
    }
}
