package dev.sluice.kube.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;

/// Thrown for text that is not valid JSON.
public final class JsonSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    public JsonSyntaxException(String problem, int line, int column) {
        super(problem);
        this.line = line;
        this.column = column;
    }

    static JsonSyntaxException of(JsonProcessingException e) {
        JsonLocation at = e.getLocation();
        return new JsonSyntaxException(
                e.getOriginalMessage(), at == null ? 0 : at.getLineNr(), at == null ? 0 : at.getColumnNr());
    }

    /// Returns the line number, starting with 1; 0 if unknown.
    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
