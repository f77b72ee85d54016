package dev.sluice.kube.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// Finds duplicate fields in JSON text, which parsing would hide.
public final class DuplicateFields {
    private static final JsonFactory FACTORY = new JsonFactory();

    /// An object or an array that is being read.
    private static final class Level {
        final String path;
        final boolean array;
        final Set<String> seen = new HashSet<>();
        String field = "";
        int index;

        Level(String path, boolean array) {
            this.path = path;
            this.array = array;
        }

        /// The path of the value that comes next.
        String next() {
            if (array) {
                return path + "[" + index++ + "]";
            }
            return path.isEmpty() ? field : path + "." + field;
        }
    }

    private DuplicateFields() {}

    /// Their paths, such as `spec.containers[0].name`, in the order in which they come again. Of a text that is
    /// no JSON, those before the mistake: the parser reports the error.
    public static Set<String> find(byte[] text) {
        Set<String> found = new LinkedHashSet<>();
        try (JsonParser parser = FACTORY.createParser(text)) {
            scan(parser, found);
        } catch (JsonProcessingException e) {
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static void scan(JsonParser parser, Set<String> found) throws IOException {
        Deque<Level> levels = new ArrayDeque<>();
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            Level level = levels.peek();
            if (token == JsonToken.FIELD_NAME && level != null) {
                level.field = parser.currentName();
                if (!level.seen.add(level.field)) {
                    found.add(level.next());
                }
            } else if (token.isStructEnd()) {
                levels.pop();
            } else {
                String path = level == null ? "" : level.next();
                if (token.isStructStart()) {
                    levels.push(new Level(path, token == JsonToken.START_ARRAY));
                }
            }
        }
    }
}
