package dev.sluice.queue;

/// Where a job lines up.
///
/// @param queue the name of its queue
/// @param priority higher goes first, in queues that are ordered by it
public record QueuePriority(String queue, long priority) {
    public static final String DEFAULT_QUEUE = "default";
    public static final QueuePriority PLAIN = new QueuePriority(DEFAULT_QUEUE, 0);
}
