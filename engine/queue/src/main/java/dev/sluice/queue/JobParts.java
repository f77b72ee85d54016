package dev.sluice.queue;

import dev.sluice.jobspec.Jobspec;

/// The parts of a job that may come and go while it runs, such as the pods of one kind.
///
/// @param part the request of one part
/// @param initial with how many the job starts
/// @param min below this many the job cannot run
/// @param max more than this many it cannot use
public record JobParts(Jobspec part, int initial, int min, int max) {
    public JobParts {
        if (min < 0 || initial < min || max < initial) {
            throw new IllegalArgumentException(
                    "parts: min (%d), initial (%d) and max (%d) must be in this order".formatted(min, initial, max));
        }
    }

    /// A number of parts that stays the same, but for parts that fail and are replaced.
    public static JobParts fixed(Jobspec part, int count) {
        return new JobParts(part, count, 0, count);
    }
}
