package dev.sluice.kube.apiserver.wire;

import dev.sluice.kube.apiserver.schema.Field;
import dev.sluice.kube.apiserver.schema.ListOf;
import dev.sluice.kube.apiserver.schema.MapOf;
import dev.sluice.kube.apiserver.schema.ObjectSchema;
import dev.sluice.kube.apiserver.schema.Scalar;
import dev.sluice.kube.apiserver.schema.Schema;
import dev.sluice.kube.apiserver.schema.ValueType;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.WatchEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Kubernetes' protobuf, written from JSON; the other half of [ProtobufReader].
///
/// As Go's generated code does it, all that is no pointer, list or map is written, even if it is zero. For any thread.
public final class ProtobufWriter {
    /// Of a stream of watch events.
    public static final String STREAM_MEDIA_TYPE = ProtobufReader.MEDIA_TYPE + ";stream=watch";

    private static final int FRAME_HEAD_LENGTH = 4;

    private final Schema schema;
    private final Map<ObjectSchema, MessageLayout> plans = new ConcurrentHashMap<>();
    private final ProtobufScalars scalars = new ProtobufScalars(this);

    public ProtobufWriter(Schema schema) {
        this.schema = schema;
    }

    /// Whether there is a message for an object, or a list, of its kind.
    public boolean knows(JsonObject object) {
        return schema.kind(object.text("apiVersion"), object.text("kind")) != null;
    }

    /// Writes an object whose kind is known.
    public byte[] write(JsonObject object) {
        BackwardBytes to = new BackwardBytes();
        envelope(object, to);
        return to.toArray();
    }

    /// Writes an event as a frame of a stream: its length, and a message that the object is wrapped in.
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
        // How the content is encoded, which nobody says, and of what type it is.
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

    /// The fields of a message, without its head.
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
                // Nothing at all stands for none.
            }
        }
    }

    static long whole(Json given) {
        return given instanceof JsonNumber number && number.isWhole() ? number.asLong() : 0;
    }

    static String text(Json given) {
        return given instanceof JsonString string ? string.text() : given.toString();
    }

    static boolean truth(Json given) {
        return given == JsonBoolean.TRUE;
    }
}
