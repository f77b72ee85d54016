package dev.sluice.cli.simulate;

import dev.sluice.simulator.drive.Watch;
import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// How far a run has come, for people at a terminal; nothing elsewhere.
final class Progress implements Watch, AutoCloseable {
    private final @Nullable ProgressBar bar;
    private final Stopping stopping;

    Progress(String task, int jobs, boolean shown, Stopping stopping) {
        this.stopping = stopping;
        this.bar = shown
                ? new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(jobs)
                        .setUnit(" jobs", 1)
                        .setStyle(ProgressBarStyle.ASCII)
                        .showSpeed()
                        .build()
                : null;
    }

    /// Whether somebody is looking.
    static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    @Override
    public boolean goesOn(int jobsOver) {
        if (bar != null) {
            bar.stepTo(jobsOver);
        }
        return !stopping.isStopped();
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
