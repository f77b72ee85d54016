package dev.sluice.kube.apiserver.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.sluice.kube.KubeTime;
import dev.sluice.kube.apiserver.schema.Field;
import dev.sluice.kube.apiserver.schema.ListOf;
import dev.sluice.kube.apiserver.schema.MapOf;
import dev.sluice.kube.apiserver.schema.ObjectSchema;
import dev.sluice.kube.apiserver.schema.Scalar;
import dev.sluice.kube.apiserver.schema.Schema;
import dev.sluice.kube.apiserver.schema.ValueType;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiStatus;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decodes Kubernetes' protobuf into JSON.
///
/// A message starts with four magic bytes and an envelope that names the kind; the schema has the field numbers.
/// Unknown numbers are skipped, as usual in protobuf.
public final class ProtobufReader {
    public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

    static final byte[] MAGIC = {'k', '8', 's', 0};

    private static final int TYPE_META = 1;
    private static final int RAW = 2;
    private static final int UNSUPPORTED = 415;

    private final Schema schema;

    public ProtobufReader(Schema schema) {
        this.schema = schema;
    }

    /// Decodes an object of a built-in kind.
    ///
    /// @throws ApiException if the bytes are malformed
    public JsonObject read(byte[] bytes) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (bytes.length <= i || bytes[i] != MAGIC[i]) {
                throw ApiStatus.badRequest("the body is not Kubernetes' protobuf: it does not begin with k8s\\x00");
            }
        }
        try {
            return readEnvelope(CodedInputStream.newInstance(bytes, MAGIC.length, bytes.length - MAGIC.length));
        } catch (InvalidProtocolBufferException e) {
            throw ApiStatus.badRequest("the body is no protobuf: " + e.getMessage());
        } catch (DateTimeException e) {
            throw ApiStatus.badRequest("the body has a time that is none: " + e.getMessage());
        } catch (JsonSyntaxException e) {
            throw ApiStatus.badRequest("the body has something in it that should be JSON: " + e.getMessage());
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot fail to be read", e);
        }
    }

    private JsonObject readEnvelope(CodedInputStream input) throws IOException {
        String apiVersion = "";
        String kind = "";
        ByteString raw = ByteString.EMPTY;
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case TYPE_META -> {
                    CodedInputStream meta = input.readBytes().newCodedInput();
                    for (int inner = meta.readTag(); inner != 0; inner = meta.readTag()) {
                        String text = meta.readStringRequireUtf8();
                        apiVersion = WireFormat.getTagFieldNumber(inner) == 1 ? text : apiVersion;
                        kind = WireFormat.getTagFieldNumber(inner) == 2 ? text : kind;
                    }
                }
                case RAW -> raw = input.readBytes();
                default -> input.skipField(tag);
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
        JsonObject object = message(known, raw.newCodedInput());
        JsonObject.Builder typed =
                JsonObject.builder().put("apiVersion", apiVersion).put("kind", kind);
        for (int i = 0; i < object.size(); i++) {
            typed.put(object.name(i), object.value(i));
        }
        return typed.build();
    }

    private static JsonObject message(ObjectSchema schema, CodedInputStream input) throws IOException {
        Map<String, Json> fields = new LinkedHashMap<>();
        read(schema, List.of(), input, fields);
        return JsonObject.of(fields);
    }

    /// Decodes a message into fields.
    ///
    /// @param within the numbers that lead to it, if JSON has its fields in the outer object
    private static void read(
            ObjectSchema schema, List<Integer> within, CodedInputStream input, Map<String, Json> fields)
            throws IOException {
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            int number = WireFormat.getTagFieldNumber(tag);
            Field field = field(schema, within, number);
            if (field != null && field.protoPath().size() == within.size() + 1) {
                Json value = add(schema, field.type(), tag, input, fields.get(field.name()));
                fields.put(field.name(), value);
            } else if (field != null) {
                List<Integer> deeper = field.protoPath().subList(0, within.size() + 1);
                read(schema, deeper, input.readBytes().newCodedInput(), fields);
            } else {
                input.skipField(tag);
            }
        }
    }

    /// Returns the field of that number, or any inside the nested message of that number.
    private static @Nullable Field field(ObjectSchema schema, List<Integer> within, int number) {
        for (Field field : schema.fields()) {
            List<Integer> path = field.protoPath();
            if (path.size() > within.size()
                    && path.get(within.size()) == number
                    && path.subList(0, within.size()).equals(within)) {
                return field;
            }
        }
        return null;
    }

    /// @param owner the schema that has the field, for recursive schemas of custom resources
    private static Json add(ObjectSchema owner, ValueType type, int tag, CodedInputStream input, @Nullable Json before)
            throws IOException {
        return switch (type) {
            case ObjectSchema schema -> message(schema, input.readBytes().newCodedInput());
            case Scalar scalar -> scalar(owner, scalar, input);
            case ListOf list -> {
                JsonArray sofar = before instanceof JsonArray array ? array : JsonArray.EMPTY;
                yield list.wrapped() ? wrapped(owner, list, input, sofar) : elements(owner, list, tag, input, sofar);
            }
            case MapOf map -> {
                JsonObject sofar = before instanceof JsonObject object ? object : JsonObject.EMPTY;
                yield entry(owner, map, input.readBytes().newCodedInput(), sofar);
            }
        };
    }

    private static JsonArray elements(ObjectSchema owner, ListOf list, int tag, CodedInputStream input, JsonArray sofar)
            throws IOException {
        boolean isNumber = list.element() == Scalar.INT32 || list.element() == Scalar.INT64;
        if (!isNumber || WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            return sofar.plus(add(owner, list.element(), tag, input, null));
        }
        JsonArray all = sofar;
        CodedInputStream packed = input.readBytes().newCodedInput();
        while (!packed.isAtEnd()) {
            all = all.plus(Json.of(packed.readInt64()));
        }
        return all;
    }

    private static JsonArray wrapped(ObjectSchema owner, ListOf list, CodedInputStream input, JsonArray sofar)
            throws IOException {
        JsonArray all = sofar;
        CodedInputStream inner = input.readBytes().newCodedInput();
        for (int tag = inner.readTag(); tag != 0; tag = inner.readTag()) {
            all = all.plus(add(owner, list.element(), tag, inner, null));
        }
        return all;
    }

    private static JsonObject entry(ObjectSchema owner, MapOf map, CodedInputStream input, JsonObject sofar)
            throws IOException {
        String key = "";
        Json value = zero(map.value());
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
                key = input.readStringRequireUtf8();
            } else {
                value = add(owner, map.value(), tag, input, null);
            }
        }
        return sofar.with(key, value);
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

    private static Json scalar(ObjectSchema owner, Scalar scalar, CodedInputStream input) throws IOException {
        return switch (scalar) {
            case STRING -> Json.of(input.readStringRequireUtf8());
            case BOOL -> Json.of(input.readBool());
            case INT32, INT64 -> Json.of(input.readInt64());
            case DOUBLE -> JsonText.read(Double.toString(input.readDouble()));
            case BYTES -> Json.of(Base64.getEncoder().encodeToString(input.readByteArray()));
            case TIME, MICRO_TIME -> time(scalar, input.readBytes().newCodedInput());
            case DURATION -> Json.of(GoDuration.text(numberIn(input.readBytes().newCodedInput(), 1)));
            case QUANTITY -> Json.of(textIn(input.readBytes().newCodedInput(), 1));
            case INT_OR_STRING -> intOrString(input.readBytes());
            case RAW, FIELDS, JSON -> raw(input.readBytes().newCodedInput());
            case SCHEMA_OR_ARRAY -> schemaOr(owner, owner, input.readBytes().newCodedInput());
            case SCHEMA_OR_STRINGS ->
                schemaOr(owner, Scalar.STRING, input.readBytes().newCodedInput());
            case SCHEMA_OR_BOOL -> schemaOrBool(owner, input.readBytes().newCodedInput());
        };
    }

    /// Decodes a JSON schema or an array of values.
    private static Json schemaOr(ObjectSchema owner, ValueType element, CodedInputStream input) throws IOException {
        JsonArray all = JsonArray.EMPTY;
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
                return message(owner, input.readBytes().newCodedInput());
            }
            all = all.plus(add(owner, element, tag, input, null));
        }
        return all;
    }

    private static Json schemaOrBool(ObjectSchema owner, CodedInputStream input) throws IOException {
        Json value = Json.of(false);
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            value = WireFormat.getTagFieldNumber(tag) == 1
                    ? Json.of(input.readBool())
                    : message(owner, input.readBytes().newCodedInput());
        }
        return value;
    }

    private static Json time(Scalar scalar, CodedInputStream input) throws IOException {
        long seconds = 0;
        int nanos = 0;
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> seconds = input.readInt64();
                case 2 -> nanos = input.readInt32();
                default -> input.skipField(tag);
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

    private static Json intOrString(ByteString bytes) throws IOException {
        boolean isText = numberIn(bytes.newCodedInput(), 1) == 1;
        return isText ? Json.of(textIn(bytes.newCodedInput(), 3)) : Json.of(numberIn(bytes.newCodedInput(), 2));
    }

    private static Json raw(CodedInputStream input) throws IOException {
        byte[] bytes = {};
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            bytes = input.readByteArray();
        }
        return bytes.length == 0 ? JsonNull.NULL : JsonText.read(bytes);
    }

    private static long numberIn(CodedInputStream input, int number) throws IOException {
        long found = 0;
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == number) {
                found = input.readInt64();
            } else {
                input.skipField(tag);
            }
        }
        return found;
    }

    private static String textIn(CodedInputStream input, int number) throws IOException {
        String found = "";
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == number) {
                found = input.readStringRequireUtf8();
            } else {
                input.skipField(tag);
            }
        }
        return found;
    }
}
