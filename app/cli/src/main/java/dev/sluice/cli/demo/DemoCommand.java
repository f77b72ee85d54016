package dev.sluice.cli.demo;

import dev.sluice.cli.console.BadInput;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice demo`: until jobs can be scheduled, shows the ground they will be scheduled on. A day of job submissions by
/// many users passes in virtual time, twice, and comes out the same.
@Command(
        name = "demo",
        header = "See Sluice work, in a few seconds.",
        mixinStandardHelpOptions = true,
        description =
                "%nLets a day pass in virtual time: users submit jobs in a daily rhythm and withdraw some of them."
                        + " The same seed gives the same day, on every machine; another seed gives another day.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice demo", "  sluice demo --seed 7 --users 5000"})
public final class DemoCommand implements Runnable {

    /// A hundred times the largest user base we know of; more only fills memory.
    private static final int USERS_MAX = 1_000_000;

    private static final int BAR_WIDTH = 50;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            defaultValue = "1",
            description = "Which day to show (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "2000",
            description = "How many users submit jobs (default: ${DEFAULT-VALUE}).")
    private int users;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        if (users < 1 || users > USERS_MAX) {
            throw new BadInput("--users (%d) must be between 1 and %d".formatted(users, USERS_MAX));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf("A day of job submissions by %,d users, in virtual time (seed %d):%n%n", users, seed);

        long startNanos = System.nanoTime();
        VirtualDay day = VirtualDay.live(seed, users);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        printHours(out, day);
        VirtualDay again = VirtualDay.live(seed, users);

        out.printf(
                Locale.ROOT,
                "%n%,d jobs submitted, %,d of them withdrawn. 24 hours and %,d timers took %.2f s.%n",
                day.submitted(),
                day.withdrawn(),
                day.timersFired(),
                seconds);
        out.printf(
                "The same day once more: %s, %s.%n",
                day.fingerprint(), day.fingerprint().equals(again.fingerprint()) ? "identical" : "DIFFERENT");
    }

    private static void printHours(PrintWriter out, VirtualDay day) {
        int busiest = day.submittedPerHour().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(1);
        for (int hour = 0; hour < day.submittedPerHour().size(); hour++) {
            int jobs = day.submittedPerHour().get(hour);
            out.printf("  %02d:00  %-" + BAR_WIDTH + "s %,7d%n", hour, "█".repeat(jobs * BAR_WIDTH / busiest), jobs);
        }
    }
}
