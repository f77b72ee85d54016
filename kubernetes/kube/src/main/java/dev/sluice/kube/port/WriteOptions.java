package dev.sluice.kube.port;

import java.util.function.Consumer;

/// Options of a write.
///
/// @param dryRun whether to validate and admit without storing
/// @param fieldManager the manager of the changed fields; may be empty
/// @param validation how unknown and duplicate fields are treated
/// @param warnings receives the warnings, one sentence each
public record WriteOptions(boolean dryRun, String fieldManager, Validation validation, Consumer<String> warnings) {
    /// How unknown and duplicate fields are treated.
    public enum Validation {
        IGNORE,
        WARN,
        STRICT
    }

    private enum Discard implements Consumer<String> {
        WARNINGS;

        @Override
        public void accept(String warning) {
            // Warnings are dropped.
        }
    }

    public static final WriteOptions PLAIN = new WriteOptions(false, "", Validation.IGNORE);

    /// Drops warnings.
    public WriteOptions(boolean dryRun, String fieldManager, Validation validation) {
        this(dryRun, fieldManager, validation, Discard.WARNINGS);
    }

    /// True if warnings have a receiver.
    public boolean hasWarningReceiver() {
        return !(warnings instanceof Discard);
    }

    public WriteOptions warning(Consumer<String> listener) {
        return new WriteOptions(dryRun, fieldManager, validation, listener);
    }
}
