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

/// The results of single runs, one small file each, so that a sweep that was stopped goes on where it was and
/// shards on other machines add theirs. A file is there whole or not at all.
///
/// @param inputs tells what a run is made of beside its parameters: the contents of its files, the version. A run that
/// was
///     made of something else is another one
public record CellFiles(Path folder, Function<Cell, String> inputs) {

    /// The result of a run, if it is there and of this very run: experiments change.
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
            // The file is damaged, or of an older release that wrote fewer columns: the run is made again.
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
