package dev.sluice.jobspec.set;

/// Malformed text in a compact notation. The message has the text, the position and, where it can be guessed, the
/// remedy.
public final class MalformedTextException extends IllegalArgumentException {
    /// Longer texts are truncated in messages: the text may have a megabyte.
    private static final int SHOWN_CHARS = 80;

    private final int position;

    public MalformedTextException(String notation, String text, int position, String problem) {
        super(notation + " (" + shown(text) + "): " + problem + " at position (" + (position + 1) + ")");
        this.position = position;
    }

    public MalformedTextException(String notation, String text, int position, String problem, String remedy) {
        super(notation + " (" + shown(text) + "): " + problem + " at position (" + (position + 1) + "). Maybe "
                + remedy);
        this.position = position;
    }

    /// The index of the offending character, from 0.
    public int position() {
        return position;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
