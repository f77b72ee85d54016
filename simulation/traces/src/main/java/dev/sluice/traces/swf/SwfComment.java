package dev.sluice.traces.swf;

/// A comment line.
///
/// @param beforeJob the index of the next job; the number of jobs if there is none
/// @param text the text after the semicolon, verbatim
public record SwfComment(int beforeJob, String text) {
    public SwfComment {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("a comment is one line (" + text.strip() + ")");
        }
    }
}
