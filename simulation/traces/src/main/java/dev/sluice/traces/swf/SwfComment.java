package dev.sluice.traces.swf;

/// A line that is no job.
///
/// @param beforeJob the index of the job that follows; the number of jobs if none does
/// @param text what stands behind the semicolon, as it is written
public record SwfComment(int beforeJob, String text) {
    public SwfComment {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("a comment is one line (" + text.strip() + ")");
        }
    }
}
