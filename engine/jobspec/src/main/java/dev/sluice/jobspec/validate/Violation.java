package dev.sluice.jobspec.validate;

/// A rule that a jobspec breaks.
///
/// @param path where, such as `tasks[0].slot`
/// @param sentence what is wrong, values in parentheses
public record Violation(String path, String sentence) {
    @Override
    public String toString() {
        return path + ": " + sentence;
    }
}
