package dev.sluice.scheduling.state;

import dev.sluice.queue.record.QueueRecord;
import java.util.ArrayList;
import java.util.List;

/// Applies records to the state and keeps them until they are persisted.
public final class Journal {
    private final EngineState state;
    private final List<QueueRecord> records = new ArrayList<>();

    public Journal(EngineState state) {
        this.state = state;
    }

    public EngineState state() {
        return state;
    }

    public void write(QueueRecord record) {
        state.apply(record);
        records.add(record);
    }

    /// Returns the records written since the last [#clear].
    public List<QueueRecord> records() {
        return records;
    }

    public void clear() {
        records.clear();
    }
}
