package dev.sluice.jobspec.set;

/// A compact notation that cannot be read. The message names the text, where in it, and a remedy where one can guess.
public final class MalformedTextException extends IllegalArgumentException {
    /// Longer texts are cut in messages: nobody reads more, and the text may be a megabyte of nonsense.
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

    /// Index of the offending character, from 0.
    public int position() {
        return position;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "…";
    }
}
