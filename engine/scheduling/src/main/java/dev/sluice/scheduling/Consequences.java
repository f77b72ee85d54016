package dev.sluice.scheduling;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;

/// The result of an event: records that the driver keeps, and decisions that it then carries out.
///
/// The engine reuses both lists for the next event.
public record Consequences(List<QueueRecord> records, List<Decision> decisions) {}
