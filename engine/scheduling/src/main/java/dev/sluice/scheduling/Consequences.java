package dev.sluice.scheduling;

import dev.sluice.queue.record.QueueRecord;
import java.util.List;

/// What an event leads to: facts, which are persisted already, and what is to be done.
///
/// The lists are the engine's own and are used again for the next event.
public record Consequences(List<QueueRecord> records, List<Decision> decisions) {}
