package dev.sluice.kube.schema;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares an object with its schema as Kubernetes' JSON decoder does, in the decoder's own words.
///
/// The decoder goes through the text once. It remembers each field that it does not know or has seen before,
/// and the first value that does not fit its Go type, and goes on. Some types (quantities, times) read
/// themselves; if they fail it gives up at once and tells of that alone.
public final class StrictDecoding {
    /// As many as the real decoder remembers.
    private static final int STRICT_MAX = 100;

    private final Set<String> duplicates;
    private final Set<String> strict = new LinkedHashSet<>();
    private @Nullable String mismatch;

    /// What is wrong with an object.
    ///
    /// @param strict what only a strict server minds, each as in `unknown field "spec.foo"`
    /// @param mismatch the value that makes it impossible to read, if there is one, however strict the server is
    public record Findings(List<String> strict, Optional<String> mismatch) {
        public Findings {
            strict = List.copyOf(strict);
        }

        public boolean isEmpty() {
            return strict.isEmpty() && mismatch.isEmpty();
        }

        /// Returns the message of strict validation.
        public String strictMessage() {
            return "strict decoding error: " + String.join(", ", strict);
        }
    }

    /// The value cannot be read at all.
    private static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1;

        GivenUp(String message) {
            super(message, null, false, false);
        }
    }

    /// Where in the Go structs the decoder is.
    ///
    /// @param owner the schema that has the field
    /// @param path of fields alone, with the names of embedded structs
    private record Place(ObjectSchema owner, String path) {
        Place field(ObjectSchema object, Field field) {
            String inner = field.inGo().embeddedBy().isEmpty()
                    ? field.name()
                    : field.inGo().embeddedBy() + "." + field.name();
            return new Place(object, path.isEmpty() ? inner : path + "." + inner);
        }
    }

    private StrictDecoding(Set<String> duplicates) {
        this.duplicates = duplicates;
    }

    /// Goes through a whole object.
    ///
    /// @param duplicates the paths of fields that are in the text twice, as [DuplicateFields] finds them
    public static Findings check(ObjectSchema schema, JsonObject object, Set<String> duplicates) {
        StrictDecoding check = new StrictDecoding(duplicates);
        try {
            check.object(schema, object, new Place(schema, ""), "");
        } catch (GivenUp e) {
            check.mismatch = e.getMessage();
        }
        return new Findings(List.copyOf(check.strict), Optional.ofNullable(check.mismatch));
    }

    /// @param path with the places in lists and the keys of maps
    private void object(ObjectSchema schema, JsonObject object, Place place, String path) {
        for (int i = 0; i < object.size(); i++) {
            String name = object.name(i);
            String inner = path.isEmpty() ? name : path + "." + name;
            Field field = schema.field(name);
            if (field == null) {
                remember("unknown field ", inner);
            } else {
                rememberDuplicate(inner);
                value(field.type(), field.inGo().typeName(), object.value(i), place.field(schema, field), inner);
            }
        }
    }

    private void rememberDuplicate(String path) {
        if (duplicates.contains(path)) {
            remember("duplicate field ", path);
        }
    }

    private void remember(String what, String path) {
        if (strict.size() < STRICT_MAX) {
            strict.add(what + GoQuoting.of(path));
        }
    }

    private void value(ValueType type, String goName, Json value, Place place, String path) {
        if (value instanceof JsonNull) {
            return;
        }
        switch (type) {
            case Scalar scalar -> scalar(scalar, goName, value, place);
            case ObjectSchema schema -> {
                if (value instanceof JsonObject object) {
                    object(schema, object, place, path);
                } else {
                    mismatch(value.kindName(), place, goName);
                }
            }
            case ListOf list -> {
                if (value instanceof JsonArray array) {
                    for (int i = 0; i < array.size(); i++) {
                        value(list.element(), elementName(list, goName), array.get(i), place, path + "[" + i + "]");
                    }
                } else {
                    mismatch(value.kindName(), place, goName);
                }
            }
            case MapOf map -> {
                if (value instanceof JsonObject object) {
                    for (int i = 0; i < object.size(); i++) {
                        String inner = path + "." + object.name(i);
                        rememberDuplicate(inner);
                        value(map.value(), valueName(map, goName), object.value(i), place, inner);
                    }
                } else {
                    mismatch(value.kindName(), place, goName);
                }
            }
        }
    }

    private void scalar(Scalar scalar, String goName, Json value, Place place) {
        switch (scalar) {
            case STRING -> expect(value instanceof JsonString, value, place, goName);
            case BOOL -> expect(value instanceof JsonBoolean, value, place, goName);
            case INT32 -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, place, goName);
            case INT64 -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE, place, goName);
            case DOUBLE -> expect(value instanceof JsonNumber, value, place, goName);
            case BYTES -> bytes(value, place, goName);
            case TIME -> time(GoParsing.TIME, value, place);
            case MICRO_TIME -> time(GoParsing.MICRO_TIME, value, place);
            case DURATION -> {
                if (!(value instanceof JsonString)) {
                    throw new GivenUp(cannot(value.kindName(), place, "string"));
                }
            }
            case QUANTITY -> giveUpOver(quantityProblem(value));
            case INT_OR_STRING -> intOrString(value, place);
            case SCHEMA_OR_BOOL -> {
                if (!(value instanceof JsonObject || value instanceof JsonBoolean)) {
                    throw new GivenUp("boolean or JSON schema expected");
                }
                nested(place.owner, value, place);
            }
            case SCHEMA_OR_ARRAY -> nested(place.owner, value, place);
            case SCHEMA_OR_STRINGS -> nested(Scalar.STRING, value, place);
            case RAW, FIELDS, JSON -> {}
        }
    }

    /// A schema in a schema is read by a decoder of its own, which is not strict; if that fails, so does the
    /// outer one.
    ///
    /// @param element what a list has in place of a single schema
    private static void nested(ValueType element, Json value, Place place) {
        StrictDecoding inner = new StrictDecoding(Set.of());
        if (value instanceof JsonObject object) {
            inner.object(place.owner, object, place, "");
        } else if (value instanceof JsonArray array) {
            ListOf list = new ListOf(element, false);
            inner.value(list, FieldReader.goName(list), array, place, "");
        }
        giveUpOver(inner.mismatch == null ? "" : inner.mismatch);
    }

    private void whole(Json value, long min, long max, Place place, String goName) {
        if (value instanceof JsonNumber number) {
            if (!isWithin(number, min, max)) {
                mismatch("number " + number.literal(), place, goName);
            }
        } else {
            mismatch(value.kindName(), place, goName);
        }
    }

    /// Base64 that is wrong stops no decoder, but the error counts like any other.
    private void bytes(Json value, Place place, String goName) {
        if (value instanceof JsonString string) {
            int at = GoParsing.base64Problem(string.text());
            if (at >= 0 && mismatch == null) {
                mismatch = "illegal base64 data at input byte " + at;
            }
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                whole(array.get(i), 0, 255, place, "uint8");
            }
        } else {
            mismatch(value.kindName(), place, goName);
        }
    }

    private static void time(String layout, Json value, Place place) {
        if (value instanceof JsonString string) {
            giveUpOver(GoParsing.timeProblem(layout, string.text()));
        } else {
            throw new GivenUp(cannot(value.kindName(), place, "string"));
        }
    }

    private static void intOrString(Json value, Place place) {
        if (value instanceof JsonNumber number) {
            if (!isWithin(number, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
                throw new GivenUp(cannot("number " + number.literal(), place, "int32"));
            }
        } else if (!(value instanceof JsonString)) {
            throw new GivenUp(cannot(value.kindName(), place, "int32"));
        }
    }

    private static boolean isWithin(JsonNumber number, long min, long max) {
        return number.isWhole() && number.asLong() >= min && number.asLong() <= max;
    }

    /// Nothing, or what is wrong with a quantity, which may be a number too.
    private static String quantityProblem(Json value) {
        try {
            Quantity.parse((value instanceof JsonString string ? string.text() : value.toString()).strip());
            return "";
        } catch (QuantityFormatException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void giveUpOver(String problem) {
        if (!problem.isEmpty()) {
            throw new GivenUp(problem);
        }
    }

    private void expect(boolean fits, Json value, Place place, String goName) {
        if (!fits) {
            mismatch(value.kindName(), place, goName);
        }
    }

    private void mismatch(String what, Place place, String goName) {
        if (mismatch == null) {
            mismatch = cannot(what, place, goName);
        }
    }

    private static String cannot(String what, Place place, String goName) {
        return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
                .formatted(what, place.owner.structName(), place.path, goName);
    }

    /// `[]v1.Volume` is made of `v1.Volume`. A list that has a name of its own does not tell.
    private static String elementName(ListOf list, String goName) {
        if (!goName.startsWith("[]")) {
            return FieldReader.goName(list.element());
        }
        return goName.startsWith("[]*") ? goName.substring(3) : goName.substring(2);
    }

    private static String valueName(MapOf map, String goName) {
        return goName.startsWith("map[") ? goName.substring(goName.indexOf(']') + 1) : FieldReader.goName(map.value());
    }
}
