package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ListOf;
import dev.sluice.kube.schema.MapOf;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Scalar;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ValueType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Encodes JSON as Kubernetes' protobuf; the counterpart of [ProtobufReader].
///
/// Like Go's generated code, it writes all fields that are not pointers, lists or maps, even if zero. Thread-safe.
public final class ProtobufWriter {
    /// The media type of watch streams.
    public static final String STREAM_MEDIA_TYPE = ProtobufReader.MEDIA_TYPE + ";stream=watch";

    private static final int FRAME_HEAD_LENGTH = 4;

    private final Schema schema;
    private final Map<ObjectSchema, MessageLayout> plans = new ConcurrentHashMap<>();
    private final ProtobufScalars scalars = new ProtobufScalars(this);

    public ProtobufWriter(Schema schema) {
        this.schema = schema;
    }

    /// True if there is a message type for an object or list of this kind.
    public boolean knows(JsonObject object) {
        return schema.kind(object.text("apiVersion"), object.text("kind")) != null;
    }

    /// Encodes an object of a known kind.
    public byte[] write(JsonObject object) {
        BackwardBytes to = new BackwardBytes();
        envelope(object, to);
        return to.toArray();
    }

    /// Encodes a watch event as a frame: its length, and a message with the wrapped object.
    public byte[] frame(WatchEvent event) {
        BackwardBytes to = new BackwardBytes();
        envelope(event.object(), to);
        to.message(1, 0);
        to.message(2, 0);
        to.text(1, event.type().name());
        int length = to.size();
        byte[] head = new byte[FRAME_HEAD_LENGTH];
        for (int i = 0; i < FRAME_HEAD_LENGTH; i++) {
            head[i] = (byte) (length >>> (8 * (FRAME_HEAD_LENGTH - 1 - i)));
        }
        to.raw(head);
        return to.toArray();
    }

    private void envelope(JsonObject object, BackwardBytes to) {
        String apiVersion = object.text("apiVersion");
        String kind = object.text("kind");
        ObjectSchema known = schema.kind(apiVersion, kind);
        if (known == null) {
            throw new IllegalArgumentException("no built-in kind is called (%s) in (%s)".formatted(kind, apiVersion));
        }
        int before = to.size();
        // The content encoding, which is always empty, and the content type.
        to.text(4, "");
        to.text(3, "");
        int content = to.size();
        message(known, object, to);
        to.message(2, content);
        int meta = to.size();
        to.text(2, kind);
        to.text(1, apiVersion);
        to.message(1, meta);
        to.raw(ProtobufReader.MAGIC);
        assert to.size() > before;
    }

    /// Encodes the fields of a message, without tag and length.
    void message(ObjectSchema type, JsonObject object, BackwardBytes to) {
        parts(type, plans.computeIfAbsent(type, MessageLayout::of), object, to);
    }

    private void parts(ObjectSchema owner, MessageLayout plan, JsonObject object, BackwardBytes to) {
        List<MessageLayout.Part> parts = plan.parts();
        for (int i = parts.size() - 1; i >= 0; i--) {
            switch (parts.get(i)) {
                case MessageLayout.Single(int number, Field field) ->
                    field(owner, number, field, object.get(field.name()), to);
                case MessageLayout.Embedded(int number, MessageLayout inside) -> {
                    int before = to.size();
                    parts(owner, inside, object, to);
                    to.message(number, before);
                }
            }
        }
    }

    private void field(ObjectSchema owner, int number, Field field, @Nullable Json given, BackwardBytes to) {
        if (given != null && given != JsonNull.NULL) {
            value(owner, number, field.type(), given, to);
        } else if (!field.inGo().pointer()) {
            zero(number, field.type(), to);
        }
    }

    void value(ObjectSchema owner, int number, ValueType type, Json given, BackwardBytes to) {
        switch (type) {
            case Scalar scalar -> scalars.write(owner, number, scalar, given, to);
            case ObjectSchema inner -> {
                int before = to.size();
                message(inner, given instanceof JsonObject object ? object : JsonObject.EMPTY, to);
                to.message(number, before);
            }
            case ListOf list -> {
                JsonArray array = given instanceof JsonArray some ? some : JsonArray.EMPTY;
                int before = to.size();
                for (int i = array.size() - 1; i >= 0; i--) {
                    element(owner, list.wrapped() ? 1 : number, list.element(), array.get(i), to);
                }
                if (list.wrapped()) {
                    to.message(number, before);
                }
            }
            case MapOf map -> {
                JsonObject object = given instanceof JsonObject some ? some : JsonObject.EMPTY;
                List<String> names = object.names().stream().sorted().toList();
                for (int i = names.size() - 1; i >= 0; i--) {
                    int before = to.size();
                    Json value = object.value(object.indexOf(names.get(i)));
                    element(owner, 2, map.value(), value, to);
                    to.text(1, names.get(i));
                    to.message(number, before);
                }
            }
        }
    }

    private void element(ObjectSchema owner, int number, ValueType type, Json value, BackwardBytes to) {
        if (value == JsonNull.NULL) {
            zero(number, type, to);
        } else {
            value(owner, number, type, value, to);
        }
    }

    private void zero(int number, ValueType type, BackwardBytes to) {
        switch (type) {
            case Scalar scalar -> scalars.zero(number, scalar, to);
            case ObjectSchema inner -> {
                int before = to.size();
                message(inner, JsonObject.EMPTY, to);
                to.message(number, before);
            }
            case ListOf _, MapOf _ -> {
                // Null is left out.
            }
        }
    }

    public static long whole(Json given) {
        return given instanceof JsonNumber number && number.isWhole() ? number.asLong() : 0;
    }

    public static String text(Json given) {
        return given instanceof JsonString string ? string.text() : given.toString();
    }

    public static boolean truth(Json given) {
        return given == JsonBoolean.TRUE;
    }
}
