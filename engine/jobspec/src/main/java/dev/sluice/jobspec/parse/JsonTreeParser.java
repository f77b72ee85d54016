package dev.sluice.jobspec.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.sluice.jobspec.parse.JobspecException.Position;
import java.io.IOException;
import java.util.Optional;

/// Parses a JSON document into a tree. A YAML parser also reads JSON, but is many times slower and refuses some
/// characters and long keys.
final class JsonTreeParser {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(Limits.MAX_RESOURCE_SET_CHARS)
                    .maxStringLength(Limits.MAX_RESOURCE_SET_CHARS)
                    .maxNestingDepth(Limits.MAX_DEPTH)
                    .maxNumberLength(Limits.MAX_DIGITS)
                    .build())
            // Error messages would quote the text; ours quote the value.
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final String text;
    private final TreeBuilder tree;
    private final Optional<String> opaqueKey;

    private JsonTreeParser(String text, TreeBuilder tree, Optional<String> opaqueKey) {
        this.text = text;
        this.tree = tree;
        this.opaqueKey = opaqueKey;
    }

    /// Parses the text; empty if it is not JSON. It may still be YAML.
    static Optional<Node> find(String text, String source) {
        try {
            return Optional.of(new JsonTreeParser(text, new TreeBuilder(source), Optional.empty()).parse());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Parses the text. The value of the top-level `opaqueKey` stays unparsed text of any size.
    static Node parse(String text, String source, String opaqueKey) {
        if (text.length() > Limits.MAX_RESOURCE_SET_CHARS) {
            throw new JobspecException(
                    source,
                    Position.START,
                    "",
                    "longer (" + text.length() + " characters) than is read (" + Limits.MAX_RESOURCE_SET_CHARS + ")");
        }
        try {
            return new JsonTreeParser(text, new TreeBuilder(source), Optional.of(opaqueKey)).parse();
        } catch (JsonProcessingException e) {
            Position position = Optional.ofNullable(e.getLocation())
                    .map(JsonTreeParser::position)
                    .orElse(Position.START);
            throw new JobspecException(source, position, "", "not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new JobspecException(source, Position.START, "", "not JSON: " + e.getMessage());
        }
    }

    private Node parse() throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            boolean complete = false;
            while (parser.nextToken() != null) {
                if (complete) {
                    throw tree.problem(position(parser.currentTokenLocation()), "something after the end");
                }
                take(parser);
                complete = tree.depth() == 0;
            }
            return tree.root();
        }
    }

    private void take(JsonParser parser) throws IOException {
        Position position = position(parser.currentTokenLocation());
        switch (parser.currentToken()) {
            case START_OBJECT -> tree.beginMapping(position);
            case START_ARRAY -> tree.beginSequence(position);
            case END_OBJECT, END_ARRAY -> tree.end();
            case FIELD_NAME -> {
                String key = parser.currentName();
                tree.key(position, key);
                if (tree.depth() == 1 && opaqueKey.filter(key::equals).isPresent()) {
                    opaque(parser);
                }
            }
            case VALUE_STRING -> tree.scalar(new Node.Scalar(position, parser.getText(), false));
            default -> tree.scalar(new Node.Scalar(position, parser.getText(), true));
        }
    }

    private void opaque(JsonParser parser) throws IOException {
        parser.nextToken();
        JsonLocation start = parser.currentTokenLocation();
        parser.skipChildren();
        parser.finishToken();
        int from = Math.toIntExact(start.getCharOffset());
        int to = Math.toIntExact(parser.currentLocation().getCharOffset());
        tree.scalar(new Node.Scalar(position(start), text.substring(from, to), false));
    }

    private static Position position(JsonLocation location) {
        return new Position(Math.max(1, location.getLineNr()), Math.max(1, location.getColumnNr()));
    }
}
