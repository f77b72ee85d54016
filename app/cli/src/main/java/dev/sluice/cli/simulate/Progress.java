package dev.sluice.cli.simulate;

import dev.sluice.simulator.drive.ProgressWatch;
import java.io.Console;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Shows the progress of a run on a terminal; does nothing elsewhere.
final class Progress implements ProgressWatch, AutoCloseable {
    private final @Nullable ProgressBar bar;
    private final BooleanSupplier isStopped;

    /// @param unit the unit of the count
    Progress(String task, String unit, int count, BooleanSupplier isStopped) {
        this.isStopped = isStopped;
        this.bar = isTerminal()
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(count)
                        .setUnit(" " + unit, 1)
                        .setStyle(ProgressBarStyle.ASCII)
                        .showSpeed()
                        .build()
                : null;
    }

    /// Returns whether standard error is a terminal.
    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    @Override
    public boolean goesOn(int over) {
        if (bar != null) {
            bar.stepTo(over);
        }
        return !isStopped.getAsBoolean();
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
