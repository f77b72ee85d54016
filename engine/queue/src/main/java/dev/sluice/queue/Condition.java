package dev.sluice.queue;

/// What has to come to pass before a job may be considered (RFC 26).
public sealed interface Condition {

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
