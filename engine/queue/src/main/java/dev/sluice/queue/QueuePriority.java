package dev.sluice.queue;

/// A job's queue and priority.
///
/// @param queue the queue's name
/// @param priority higher goes first, in queues that are ordered by priority
public record QueuePriority(String queue, long priority) {
    public static final String DEFAULT_QUEUE = "default";
    public static final QueuePriority PLAIN = new QueuePriority(DEFAULT_QUEUE, 0);
}
