package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.KubeTime;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ListOf;
import dev.sluice.kube.schema.MapOf;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Scalar;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.StructNormalizer;
import dev.sluice.kube.schema.ValueType;
import dev.sluice.kube.schema.protobuf.MessageReading.Numbers;
import dev.sluice.kube.schema.protobuf.MessageReading.Slot;
import dev.sluice.kube.schema.protobuf.WireBytes.MalformedException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decodes Kubernetes' protobuf into the JSON that the server would have sent instead. Thread-safe.
///
/// A message starts with four magic bytes and an envelope that names the kind; the schema has the field numbers.
/// Unknown numbers are skipped, as usual in protobuf. Go writes all fields that are not pointers, even if zero; those
/// that JSON omits are left out here too, as [StructNormalizer] does.
///
/// Clients of a busy cluster spend most of their time here. So each kind's numbers are looked up in an array, made at
/// its first use, and a message is read in place; protobuf-java's streams allocate an object per message.
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    static final byte[] MAGIC = {'k', '8', 's', 0};

    private static final int UNSUPPORTED = 415;

    /// The fields of an object's metadata that tell which client wrote what: often half of its bytes.
    private static final String MANAGED_FIELDS = "managedFields";

    private final Schema schema;
    private final boolean hasManagedFields;
    private final Map<ObjectSchema, MessageReading> plans = new ConcurrentHashMap<>();

    public ProtobufReader(Schema schema) {
        this(schema, true);
    }

    private ProtobufReader(Schema schema, boolean hasManagedFields) {
        this.schema = schema;
        this.hasManagedFields = hasManagedFields;
    }

    /// Returns a reader that skips `metadata.managedFields`.
    public static ProtobufReader withoutManagedFields(Schema schema) {
        return new ProtobufReader(schema, false);
    }

    /// Decodes an object of a built-in kind.
    ///
    /// @throws dev.sluice.kube.port.ApiException if the bytes are malformed
    public JsonObject read(byte[] bytes) {
        return refuseMalformed(() -> envelope(bytes, 0, bytes.length));
    }

    /// Decodes one event of a watch.
    ///
    /// @throws dev.sluice.kube.port.ApiException if the bytes are malformed
    public WatchEvent readEvent(byte[] bytes) {
        return refuseMalformed(() -> event(bytes));
    }

    private static <T> T refuseMalformed(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (MalformedException e) {
            throw ApiStatus.badRequest("the body is no protobuf: " + e.getMessage());
        } catch (DateTimeException e) {
            throw ApiStatus.badRequest("the body has a time that is none: " + e.getMessage());
        } catch (JsonSyntaxException e) {
            throw ApiStatus.badRequest("the body has something in it that should be JSON: " + e.getMessage());
        }
    }

    private WatchEvent event(byte[] bytes) {
        WireBytes input = new WireBytes(bytes, 0);
        String type = "";
        JsonObject object = JsonObject.EMPTY;
        while (input.hasMore(bytes.length)) {
            int tag = input.tag(bytes.length);
            switch (WireBytes.number(tag)) {
                case 1 -> type = input.text(bytes.length);
                case 2 -> {
                    int end = input.end(bytes.length);
                    while (input.hasMore(end)) {
                        int inner = input.tag(end);
                        if (WireBytes.number(inner) == 1) {
                            int rawEnd = input.end(end);
                            object = envelope(bytes, input.at(), rawEnd);
                            input.moveTo(rawEnd);
                        } else {
                            input.skip(inner, end);
                        }
                    }
                }
                default -> input.skip(tag, bytes.length);
            }
        }
        try {
            return new WatchEvent(WatchEvent.Type.valueOf(type), object);
        } catch (IllegalArgumentException e) {
            throw new MalformedException("an event of type (" + type + ")");
        }
    }

    private JsonObject envelope(byte[] bytes, int from, int limit) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (limit - from <= i || bytes[from + i] != MAGIC[i]) {
                throw ApiStatus.badRequest("the body is not Kubernetes' protobuf: it does not begin with k8s\\x00");
            }
        }
        WireBytes input = new WireBytes(bytes, from + MAGIC.length);
        String apiVersion = "";
        String kind = "";
        int raw = 0;
        int rawEnd = 0;
        while (input.hasMore(limit)) {
            int tag = input.tag(limit);
            switch (WireBytes.number(tag)) {
                case 1 -> {
                    int end = input.end(limit);
                    while (input.hasMore(end)) {
                        int inner = input.tag(end);
                        String text = input.text(end);
                        apiVersion = WireBytes.number(inner) == 1 ? text : apiVersion;
                        kind = WireBytes.number(inner) == 2 ? text : kind;
                    }
                }
                case 2 -> {
                    rawEnd = input.end(limit);
                    raw = input.at();
                    input.moveTo(rawEnd);
                }
                default -> input.skip(tag, limit);
            }
        }
        ObjectSchema known = schema.kind(apiVersion, kind);
        if (known == null) {
            throw new ApiStatus(
                            UNSUPPORTED,
                            "UnsupportedMediaType",
                            "no built-in kind is called (%s) in (%s)".formatted(kind, apiVersion),
                            null)
                    .exception();
        }
        JsonObject object = new Message(new WireBytes(bytes, raw)).read(plan(known), rawEnd, 0);
        JsonObject.Builder typed =
                JsonObject.builder().put("apiVersion", apiVersion).put("kind", kind);
        for (int i = 0; i < object.size(); i++) {
            typed.put(object.name(i), object.value(i));
        }
        return typed.build();
    }

    private MessageReading plan(ObjectSchema type) {
        MessageReading known = plans.get(type);
        return known != null
                ? known
                : plans.computeIfAbsent(type, it -> MessageReading.of(it, field -> isRead(it, field)));
    }

    private boolean isRead(ObjectSchema owner, Field field) {
        return hasManagedFields
                || !(field.name().equals(MANAGED_FIELDS) && owner.structName().equals("ObjectMeta"));
    }

    /// Reads the messages of one envelope.
    private final class Message {
        private final WireBytes input;

        Message(WireBytes input) {
            this.input = input;
        }

        /// @param limit where the message ends
        JsonObject read(MessageReading plan, int limit, int depth) {
            if (depth > JsonText.DEPTH_MAX) {
                throw new MalformedException("messages are nested deeper than " + JsonText.DEPTH_MAX);
            }
            Object[] values = new Object[plan.size()];
            read(plan, plan.numbers(), limit, depth, values);
            return object(plan, values);
        }

        /// @param values by slot: a value, a list of values, or the fields of a map so far
        private void read(MessageReading plan, Numbers numbers, int limit, int depth, @Nullable Object[] values) {
            while (input.hasMore(limit)) {
                int tag = input.tag(limit);
                int number = WireBytes.number(tag);
                int slot = numbers.slot(number);
                if (slot != Numbers.NONE) {
                    Field field = plan.slot(slot).field();
                    values[slot] = add(plan.owner(), field.type(), tag, limit, depth, values[slot]);
                    continue;
                }
                Numbers nested = numbers.nested(number);
                if (nested == null) {
                    input.skip(tag, limit);
                } else {
                    input.expect(tag, WireBytes.LENGTH_DELIMITED);
                    read(plan, nested, input.end(limit), depth, values);
                }
            }
        }

        /// @param owner the schema that has the field, for recursive schemas of custom resources
        private Object add(ObjectSchema owner, ValueType type, int tag, int limit, int depth, @Nullable Object before) {
            return switch (type) {
                case ListOf list -> {
                    @SuppressWarnings("unchecked") // the slot of a list has nothing else
                    List<Json> sofar = before == null ? new ArrayList<>() : (List<Json>) before;
                    addElements(owner, list, tag, limit, depth, sofar);
                    yield sofar;
                }
                case MapOf map -> {
                    JsonObject.Builder sofar = before == null ? JsonObject.builder() : (JsonObject.Builder) before;
                    input.expect(tag, WireBytes.LENGTH_DELIMITED);
                    addEntry(owner, map, input.end(limit), depth, sofar);
                    yield sofar;
                }
                default -> value(owner, type, tag, limit, depth);
            };
        }

        private Json value(ObjectSchema owner, ValueType type, int tag, int limit, int depth) {
            return switch (type) {
                case ObjectSchema inner -> {
                    input.expect(tag, WireBytes.LENGTH_DELIMITED);
                    yield read(plan(inner), input.end(limit), depth + 1);
                }
                case Scalar scalar -> scalar(owner, scalar, tag, limit, depth);
                // A list or map as an element of another.
                case ListOf _, MapOf _ -> finished(add(owner, type, tag, limit, depth, null));
            };
        }

        private void addElements(ObjectSchema owner, ListOf list, int tag, int limit, int depth, List<Json> sofar) {
            boolean isNumber = list.element() == Scalar.INT32 || list.element() == Scalar.INT64;
            boolean isPacked = isNumber && WireBytes.type(tag) == WireBytes.LENGTH_DELIMITED;
            if (list.wrapped()) {
                int end = input.end(limit);
                while (input.hasMore(end)) {
                    sofar.add(value(owner, list.element(), input.tag(end), end, depth));
                }
            } else if (isPacked) {
                int end = input.end(limit);
                while (input.hasMore(end)) {
                    sofar.add(Json.of(input.varint(end)));
                }
            } else {
                sofar.add(value(owner, list.element(), tag, limit, depth));
            }
        }

        private void addEntry(ObjectSchema owner, MapOf map, int end, int depth, JsonObject.Builder sofar) {
            String key = "";
            Json value = zero(map.value());
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                if (WireBytes.number(tag) == 1) {
                    key = input.text(end);
                } else {
                    value = value(owner, map.value(), tag, end, depth);
                }
            }
            sofar.put(key, value);
        }

        private Json scalar(ObjectSchema owner, Scalar scalar, int tag, int limit, int depth) {
            input.expect(tag, wireType(scalar));
            return switch (scalar) {
                case STRING -> Json.of(input.text(limit));
                case BOOL -> Json.of(input.varint(limit) != 0);
                case INT32, INT64 -> Json.of(input.varint(limit));
                case DOUBLE -> JsonText.read(Double.toString(input.fixed64(limit)));
                case BYTES -> Json.of(Base64.getEncoder().encodeToString(input.bytes(limit)));
                case TIME, MICRO_TIME -> time(scalar, input.end(limit));
                case DURATION -> Json.of(GoDuration.text(numberAt(1, input.end(limit))));
                case QUANTITY -> Json.of(textAt(1, input.end(limit)));
                case INT_OR_STRING -> intOrString(input.end(limit));
                case RAW, FIELDS, JSON -> raw(input.end(limit));
                case SCHEMA_OR_ARRAY -> schemaOr(owner, owner, input.end(limit), depth);
                case SCHEMA_OR_STRINGS -> schemaOr(owner, Scalar.STRING, input.end(limit), depth);
                case SCHEMA_OR_BOOL -> schemaOrBool(owner, input.end(limit), depth);
            };
        }

        /// Decodes a JSON schema or an array of values.
        private Json schemaOr(ObjectSchema owner, ValueType element, int end, int depth) {
            List<Json> all = new ArrayList<>();
            Json schema = null;
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                if (WireBytes.number(tag) == 1) {
                    schema = value(owner, owner, tag, end, depth);
                } else {
                    all.add(value(owner, element, tag, end, depth));
                }
            }
            return schema != null ? schema : JsonArray.of(all);
        }

        private Json schemaOrBool(ObjectSchema owner, int end, int depth) {
            Json value = Json.of(false);
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                value = value(owner, WireBytes.number(tag) == 1 ? Scalar.BOOL : owner, tag, end, depth);
            }
            return value;
        }

        private Json time(Scalar scalar, int end) {
            long seconds = 0;
            int nanos = 0;
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                switch (WireBytes.number(tag)) {
                    case 1 -> seconds = input.varint(end);
                    case 2 -> nanos = (int) input.varint(end);
                    default -> input.skip(tag, end);
                }
            }
            if (seconds == 0 && nanos == 0) {
                // Go's zero time.
                return JsonNull.NULL;
            }
            if (scalar == Scalar.TIME) {
                return Json.of(KubeTime.text(seconds));
            }
            String whole = KubeTime.text(seconds);
            return Json.of(whole.substring(0, whole.length() - 1) + ".%06dZ".formatted(nanos / 1000));
        }

        private Json intOrString(int end) {
            long type = 0;
            long number = 0;
            String text = "";
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                switch (WireBytes.number(tag)) {
                    case 1 -> type = input.varint(end);
                    case 2 -> number = input.varint(end);
                    case 3 -> text = input.text(end);
                    default -> input.skip(tag, end);
                }
            }
            return type == 1 ? Json.of(text) : Json.of(number);
        }

        private Json raw(int end) {
            byte[] bytes = {};
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                input.expect(tag, WireBytes.LENGTH_DELIMITED);
                bytes = input.bytes(end);
            }
            return bytes.length == 0 ? JsonNull.NULL : JsonText.read(bytes);
        }

        private long numberAt(int number, int end) {
            long found = 0;
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                if (WireBytes.number(tag) == number) {
                    found = input.varint(end);
                } else {
                    input.skip(tag, end);
                }
            }
            return found;
        }

        private String textAt(int number, int end) {
            String found = "";
            while (input.hasMore(end)) {
                int tag = input.tag(end);
                if (WireBytes.number(tag) == number) {
                    found = input.text(end);
                } else {
                    input.skip(tag, end);
                }
            }
            return found;
        }
    }

    private static int wireType(Scalar scalar) {
        return switch (scalar) {
            case BOOL, INT32, INT64 -> WireBytes.VARINT;
            case DOUBLE -> WireBytes.FIXED64;
            default -> WireBytes.LENGTH_DELIMITED;
        };
    }

    /// Makes the object of what was read, with the zero values that JSON has, and without those that it omits.
    private static JsonObject object(MessageReading plan, @Nullable Object[] values) {
        String[] names = new String[plan.size()];
        Json[] present = new Json[plan.size()];
        int size = 0;
        for (int i = 0; i < plan.size(); i++) {
            Slot slot = plan.slot(i);
            Object given = values[i];
            Json value = given == null ? null : finished(given);
            if (value == null || StructNormalizer.isOmitted(slot.field(), value)) {
                value = slot.anyway();
            }
            if (value != null) {
                names[size] = slot.field().name();
                present[size++] = value;
            }
        }
        return JsonObject.of(names, present, size);
    }

    @SuppressWarnings("unchecked") // there are no other lists
    private static Json finished(Object value) {
        return switch (value) {
            case Json json -> json;
            case JsonObject.Builder map -> map.build();
            default -> JsonArray.of((List<Json>) value);
        };
    }

    private static Json zero(ValueType type) {
        return switch (type) {
            case ObjectSchema _, MapOf _ -> JsonObject.EMPTY;
            case ListOf _ -> JsonArray.EMPTY;
            case Scalar scalar ->
                switch (scalar) {
                    case STRING, BYTES -> Json.of("");
                    case BOOL -> Json.of(false);
                    case INT32, INT64, DOUBLE -> Json.of(0);
                    default -> JsonNull.NULL;
                };
        };
    }
}
