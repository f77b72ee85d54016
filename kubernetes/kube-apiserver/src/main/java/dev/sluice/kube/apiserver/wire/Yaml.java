package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonSyntaxException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/// YAML, read and written as the JSON that it stands for.
public final class Yaml {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSplitLines(false)
            .build();

    private Yaml() {}

    /// What a text says.
    ///
    /// @param duplicates keys that a map has twice, each as in `line 3: key "a" already set in map`
    public record Text(Json value, List<String> duplicates) {
        public Text {
            duplicates = List.copyOf(duplicates);
        }
    }

    /// Reads one document.
    ///
    /// @throws JsonSyntaxException names the line, the column and what is wrong
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

    /// Writes a value with the fields of objects in the order of their names.
    public static byte[] write(Json value) {
        return new Dump(SETTINGS).dumpToString(plain(value)).getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable Object plain(Json value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, @Nullable Object> sorted = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    sorted.put(object.name(i), plain(object.value(i)));
                }
                yield sorted;
            }
            case JsonArray array -> {
                List<@Nullable Object> items = new ArrayList<>();
                for (Json item : array) {
                    items.add(plain(item));
                }
                yield items;
            }
            case JsonString string -> string.text();
            case JsonNumber number ->
                number.isWhole()
                        ? new BigInteger(number.literal())
                        : number.asDecimal().doubleValue();
            case JsonBoolean bool -> bool == JsonBoolean.TRUE;
            case JsonNull _ -> null;
        };
    }
}
