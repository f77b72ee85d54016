package dev.sluice.kube.port;

import java.util.function.Consumer;

/// How a change is made.
///
/// @param dryRun whether only to tell what would be
/// @param fieldManager who makes it; may be empty
/// @param validation what becomes of fields that the schema does not have
/// @param warnings told what is odd but goes through all the same, a sentence each
public record WriteOptions(boolean dryRun, String fieldManager, Validation validation, Consumer<String> warnings) {
    /// What becomes of fields that the schema does not have, or that are there twice.
    public enum Validation {
        IGNORE,
        WARN,
        STRICT
    }

    private enum Nobody implements Consumer<String> {
        LISTENING;

        @Override
        public void accept(String warning) {
            // As the name says.
        }
    }

    public static final WriteOptions PLAIN = new WriteOptions(false, "", Validation.IGNORE);

    /// For who does not listen to warnings.
    public WriteOptions(boolean dryRun, String fieldManager, Validation validation) {
        this(dryRun, fieldManager, validation, Nobody.LISTENING);
    }

    /// Whether anybody listens to warnings.
    public boolean isHeard() {
        return !(warnings instanceof Nobody);
    }

    public WriteOptions warning(Consumer<String> listener) {
        return new WriteOptions(dryRun, fieldManager, validation, listener);
    }
}
