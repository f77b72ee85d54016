package dev.sluice.kube.port;

/// How a change is made.
///
/// @param dryRun whether only to tell what would be
/// @param fieldManager who makes it; may be empty
/// @param validation what becomes of fields that the schema does not have
public record WriteOptions(boolean dryRun, String fieldManager, Validation validation) {
    /// What becomes of fields that the schema does not have, or that are there twice.
    public enum Validation {
        IGNORE,
        WARN,
        STRICT
    }

    public static final WriteOptions PLAIN = new WriteOptions(false, "", Validation.IGNORE);
}
