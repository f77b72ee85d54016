package dev.sluice.jobspec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The program that runs in the slots of one label.
///
/// @param slot the label of a slot
/// @param attributes free-form, see [Attributes]
/// @param distribution a hint on task layout that only the launcher understands
public record Task(
        List<String> command,
        String slot,
        TaskCount count,
        Map<String, Object> attributes,
        Optional<String> distribution) {

    public Task {
        command = List.copyOf(command);
        attributes = FreeForm.copyOf(attributes);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("command is empty");
        }
    }

    public static Task perSlot(String slot, long count, String... command) {
        return new Task(List.of(command), slot, new TaskCount.PerSlot(count), Map.of(), Optional.empty());
    }
}
