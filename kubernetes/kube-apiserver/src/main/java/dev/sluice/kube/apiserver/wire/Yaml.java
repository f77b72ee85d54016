package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonSyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads and writes YAML as JSON.
public final class Yaml {
    private Yaml() {}

    /// A parsed document.
    ///
    /// @param duplicates duplicate keys, in the form `line 3: key "a" already set in map`
    public record Text(Json value, List<String> duplicates) {
        public Text {
            duplicates = List.copyOf(duplicates);
        }
    }

    /// Parses one document.
    ///
    /// @throws JsonSyntaxException names the line, the column and the error
    public static Text read(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return YamlReader.read(text);
        } catch (CharacterCodingException e) {
            throw new JsonSyntaxException("is not UTF-8: " + e.getMessage(), 0, 0);
        }
    }

    /// Writes a value with sorted fields.
    public static byte[] write(Json value) {
        return YamlWriter.write(value).getBytes(StandardCharsets.UTF_8);
    }
}
