package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.names.GoQuoting;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Builds one YAML document from the parser's events.
///
/// Plain scalars follow YAML 1.1, as in kube-apiserver: `yes` is true, `0644` is octal.
final class YamlReader {
    /// The maximum length of a request body.
    private static final int CHARACTERS_MAX = 3 << 20;

    /// Only nested aliases yield more values than a body has bytes.
    private static final long VALUES_MAX = CHARACTERS_MAX;

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(CHARACTERS_MAX)
            // A scalar that does not fit the buffer is copied each time it grows; with the default size that takes
            // seconds.
            .setBufferSize(16_384)
            .setParseComments(false)
            .build();

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUE =
            Set.of("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y");
    private static final Set<String> FALSE =
            Set.of("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N");
    private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9][0-9_]*)");
    private static final Pattern OTHER_BASE = Pattern.compile("([-+]?)0(b[01_]+|x[0-9a-fA-F_]+|o?[0-7_]+)");
    private static final Pattern DECIMAL =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9][0-9_]*(\\.[0-9_]*)?)([eE][-+]?[0-9]+)?");

    /// An anchored value, with the number of values in it.
    private record Anchored(Json value, long weight) {}

    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchored = new HashMap<>();
    private final List<String> duplicates = new ArrayList<>();
    private long values;

    private YamlReader(Iterator<Event> events) {
        this.events = events;
    }

    static Yaml.Text read(String text) {
        try {
            YamlReader reader =
                    new YamlReader(new Parse(SETTINGS).parseString(text).iterator());
            return reader.document();
        } catch (MarkedYamlEngineException e) {
            throw wrong(e.getProblemMark().or(e::getContextMark), String.valueOf(e.getProblem()));
        } catch (YamlEngineException | NoSuchElementException | IndexOutOfBoundsException e) {
            throw new JsonSyntaxException("is no YAML: " + e.getMessage(), 0, 0);
        }
    }

    private Yaml.Text document() {
        Json value = JsonNull.NULL;
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof DocumentStartEvent) {
                // Later documents are ignored, as in kube-apiserver.
                documents++;
                Json next = value(events.next(), 0);
                value = documents == 1 ? next : value;
            }
        }
        return new Yaml.Text(value, duplicates);
    }

    private Json value(Event event, int depth) {
        long before = values++;
        if (depth > JsonText.DEPTH_MAX) {
            throw wrong(event.getStartMark(), "is nested more than (" + JsonText.DEPTH_MAX + ") deep");
        }
        return switch (event) {
            case ScalarEvent scalar ->
                anchor(scalar.getAnchor(), scalar.isPlain() ? plain(scalar) : Json.of(scalar.getValue()), before);
            case SequenceStartEvent start -> anchor(start.getAnchor(), sequence(depth), before);
            case MappingStartEvent start -> anchor(start.getAnchor(), mapping(depth), before);
            case AliasEvent alias -> follow(alias);
            default -> throw wrong(event.getStartMark(), "has (" + event.getEventId() + ") where a value belongs");
        };
    }

    private Json anchor(Optional<Anchor> anchor, Json value, long before) {
        anchor.ifPresent(name -> anchored.put(name, new Anchored(value, values - before)));
        return value;
    }

    private Json follow(AliasEvent alias) {
        Anchored target = anchored.get(alias.getAlias());
        if (target == null) {
            throw wrong(alias.getStartMark(), "has an alias of nothing that is complete before it");
        }
        values += target.weight;
        if (values > VALUES_MAX) {
            throw wrong(alias.getStartMark(), "has more than (" + VALUES_MAX + ") values by its aliases");
        }
        return target.value;
    }

    private JsonArray sequence(int depth) {
        List<Json> items = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            items.add(value(event, depth + 1));
        }
        return JsonArray.of(items);
    }

    private JsonObject mapping(int depth) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            if (!(event instanceof ScalarEvent key)) {
                throw wrong(event.getStartMark(), "has a key that is no text");
            }
            String name = key.getValue();
            Json value = value(events.next(), depth + 1);
            if (fields.put(name, value) != null) {
                int line = key.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
                duplicates.add("line " + line + ": key " + GoQuoting.of(name) + " already set in map");
            }
        }
        return JsonObject.of(fields);
    }

    /// True if a plain scalar can only be a string.
    static boolean isText(String word) {
        return word(word) instanceof JsonString;
    }

    private static Json plain(ScalarEvent scalar) {
        String text = scalar.getValue();
        if (scalar.getTag().isPresent() && scalar.getTag().get().endsWith(":str")) {
            return Json.of(text);
        }
        return word(text);
    }

    private static Json word(String text) {
        if (NULLS.contains(text)) {
            return JsonNull.NULL;
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return Json.of(TRUE.contains(text));
        }
        String digits = text.replace("_", "");
        if (WHOLE.matcher(text).matches()) {
            return new JsonNumber(new BigInteger(digits).toString());
        }
        if (OTHER_BASE.matcher(text).matches()) {
            return new JsonNumber(otherBase(digits).toString());
        }
        if (DECIMAL.matcher(text).matches()) {
            return new JsonNumber(decimal(digits));
        }
        return Json.of(text);
    }

    private static BigInteger otherBase(String digits) {
        boolean isNegative = digits.startsWith("-");
        String unsigned = isNegative || digits.startsWith("+") ? digits.substring(1) : digits;
        BigInteger value = switch (unsigned.charAt(1)) {
            case 'b' -> new BigInteger(unsigned.substring(2), 2);
            case 'x' -> new BigInteger(unsigned.substring(2), 16);
            case 'o' -> new BigInteger(unsigned.substring(2), 8);
            default -> new BigInteger(unsigned, 8);
        };
        return isNegative ? value.negate() : value;
    }

    /// Returns the number in JSON's notation.
    private static String decimal(String digits) {
        double value = Double.parseDouble(digits);
        boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return isWhole ? Long.toString((long) value) : Double.toString(value);
    }

    private static JsonSyntaxException wrong(Optional<Mark> mark, String problem) {
        return new JsonSyntaxException(
                problem,
                mark.map(at -> at.getLine() + 1).orElse(0),
                mark.map(at -> at.getColumn() + 1).orElse(0));
    }
}
