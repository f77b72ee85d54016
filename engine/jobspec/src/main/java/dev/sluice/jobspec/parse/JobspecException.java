package dev.sluice.jobspec.parse;

/// Invalid text. The message is `SOURCE:LINE:COLUMN: PATH: problem`, as compilers write it.
public final class JobspecException extends RuntimeException {
    private final String source;
    private final Position position;
    private final String path;
    private final String problem;

    public JobspecException(String source, Position position, String path, String problem) {
        super(source + ":" + position.line() + ":" + position.column() + ": " + (path.isEmpty() ? "" : path + ": ")
                + problem);
        this.source = source;
        this.position = position;
        this.path = path;
        this.problem = problem;
    }

    /// The start of a value; line and column count from 1.
    public record Position(int line, int column) {
        public static final Position START = new Position(1, 1);
    }

    /// The name of the text in messages, usually a file.
    public String source() {
        return source;
    }

    public int line() {
        return position.line();
    }

    public int column() {
        return position.column();
    }

    /// The path of the value, such as `resources[0].with[1].count.min`; empty for the whole text, or if it could
    /// not be parsed.
    public String path() {
        return path;
    }

    /// The message without source, position and path.
    public String problem() {
        return problem;
    }
}
