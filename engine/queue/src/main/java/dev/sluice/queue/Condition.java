package dev.sluice.queue;

import dev.sluice.jobspec.Dependency;
import dev.sluice.runtime.id.F58;
import java.util.OptionalLong;

/// What has to come to pass before a job may be considered (RFC 26).
public sealed interface Condition {

    /// Later than any begin-time that makes sense: nanoseconds of three centuries.
    double BEGIN_SECONDS_MAX = 9e9;

    /// What a jobspec's dependency asks for. Jobs are named by F58 or decimal identifiers.
    ///
    /// @throws IllegalArgumentException if the scheme is not known or the value makes no sense
    static Condition of(Dependency dependency) {
        return switch (dependency.scheme()) {
            case "after" -> new After(jobIn(dependency));
            case "afterok" -> new AfterOk(jobIn(dependency));
            case "afterany" -> new AfterAny(jobIn(dependency));
            case "afternotok" -> new AfterNotOk(jobIn(dependency));
            case "singleton" -> new Singleton(dependency.value());
            case "begin-time" -> new BeginTime(beginIn(dependency));
            default ->
                throw new IllegalArgumentException("dependency (" + dependency.uri()
                        + "): its scheme is not one of after, afterok, afterany, afternotok, singleton, begin-time");
        };
    }

    private static long jobIn(Dependency dependency) {
        String value = dependency.value();
        OptionalLong id = value.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(value)) : F58.decode(value);
        return id.orElseThrow(() -> new IllegalArgumentException(
                "dependency (" + dependency.uri() + "): (" + value + ") is not a job's identifier"));
    }

    private static long beginIn(Dependency dependency) {
        String value = dependency.value();
        double seconds = value.matches("\\d{1,10}(\\.\\d{1,9})?") ? Double.parseDouble(value) : -1;
        if (seconds < 0 || seconds > BEGIN_SECONDS_MAX) {
            throw new IllegalArgumentException(
                    "dependency (" + dependency.uri() + "): (" + value + ") is not a time in seconds since 1970");
        }
        return Math.round(seconds * 1e9);
    }

    /// The other job has started.
    record After(long job) implements Condition {}

    /// The other job has ended well.
    record AfterOk(long job) implements Condition {}

    /// The other job has ended, well or not.
    record AfterAny(long job) implements Condition {}

    /// The other job has ended, and not well.
    record AfterNotOk(long job) implements Condition {}

    /// No earlier job of the same user and name is left.
    record Singleton(String name) implements Condition {}

    /// A moment has come.
    record BeginTime(long timeNanos) implements Condition {}
}
