package dev.sluice.cli.demo;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.id.F58;
import dev.sluice.runtime.id.TimeOrderedIds;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// One day of submissions on the virtual clock: what happened in it, as a pure function of seed and number of users.
///
/// @param fingerprint a digest over every event with its time and job id, in order
record VirtualDay(
        List<Integer> submittedPerHour, long submitted, long withdrawn, long timersFired, String fingerprint) {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long HOUR_NANOS = 3600 * SECOND_NANOS;
    private static final int HOURS = 24;

    /// 2026-01-01T00:00:00Z.
    private static final long MIDNIGHT_NANOS = 1_767_225_600L * SECOND_NANOS;

    static VirtualDay live(long seed, int users) {
        return new Day(new Seeds(seed), users).live();
    }

    private static final class Day {
        private final VirtualClock clock = new VirtualClock(MIDNIGHT_NANOS);
        private final TimerQueue timers = new TimerQueue();
        private final TimeOrderedIds ids = new TimeOrderedIds(clock, 0, TimeOrderedIds.NONE_ISSUED);
        private final List<User> users = new ArrayList<>();
        private final int[] submittedPerHour = new int[HOURS];
        private long submitted;
        private long withdrawn;
        private long timersFired;
        private long digest;

        Day(Seeds seeds, int count) {
            for (int i = 0; i < count; i++) {
                users.add(new User(seeds.forActor("user-" + i)));
            }
        }

        VirtualDay live() {
            users.forEach(user -> user.sleep(MIDNIGHT_NANOS));
            new VirtualCrank(clock, timers, List.of(), new FailRunOnFault())
                    .runUntil(MIDNIGHT_NANOS + HOURS * HOUR_NANOS - 1);
            List<Integer> perHour = Arrays.stream(submittedPerHour).boxed().toList();
            return new VirtualDay(perHour, submitted, withdrawn, timersFired, F58.encode(digest));
        }

        private void note(long event, long nowNanos) {
            timersFired++;
            digest = (digest ^ event ^ nowNanos) * 0x100000001b3L;
        }

        /// Submits a job now and then, more often by day, and withdraws some within the hour.
        private final class User {
            private final RandomGenerator random;

            User(RandomGenerator random) {
                this.random = random;
            }

            void sleep(long nowNanos) {
                double meanHours = 1.0 / eagerness(hourOf(nowNanos));
                long pause = (long) (random.nextExponential() * meanHours * HOUR_NANOS);
                timers.schedule(nowNanos + pause, this::submit, 0);
            }

            private void submit(long subject, long nowNanos) {
                long job = ids.next();
                note(job, nowNanos);
                submitted++;
                submittedPerHour[hourOf(nowNanos)]++;
                if (random.nextInt(10) == 0) {
                    timers.schedule(nowNanos + random.nextLong(HOUR_NANOS), this::withdraw, job);
                }
                sleep(nowNanos);
            }

            private void withdraw(long job, long nowNanos) {
                note(~job, nowNanos);
                withdrawn++;
            }
        }

        /// Jobs per hour and user: few at night, most in the early afternoon.
        private static double eagerness(int hour) {
            return 1 + 2.5 * (1 - Math.cos((hour - 2) * Math.PI / 12));
        }

        private static int hourOf(long nowNanos) {
            return (int) ((nowNanos - MIDNIGHT_NANOS) / HOUR_NANOS);
        }
    }
}
