package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.schema.DuplicateFields;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Reads and decodes request bodies.
final class RequestBodies {
    /// As etcd and the real server have it, somewhat above the largest object that either stores.
    static final int BYTES_MAX = 3 << 20;

    private static final Set<String> JSON_PATCH_FIELDS = Set.of("op", "path", "from", "value");
    /// So many bytes of a body that is none are shown.
    private static final int SHOWN_MAX = 30;

    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED = 415;

    private final ProtobufReader protobuf;
    private final SlowClients slowClients;

    RequestBodies(ProtobufReader protobuf, SlowClients slowClients) {
        this.protobuf = protobuf;
        this.slowClients = slowClients;
    }

    /// An object that was handed in.
    ///
    /// @param duplicates fields that its JSON has twice
    /// @param strictErrors keys that its YAML has twice, in the words of a parser
    record Given(JsonObject object, Set<String> duplicates, List<String> strictErrors) {}

    /// @param kind what it has to be
    Given object(ServerRequest request, String kind) {
        String type = mediaType(request);
        Format format = type.isEmpty() ? Format.JSON : Format.of(type).orElseThrow(RequestBodies::unsupported);
        byte[] bytes = bytes(request);
        return switch (format) {
            case PROTOBUF -> new Given(protobuf.read(bytes), Set.of(), List.of());
            case JSON -> {
                AtomicBoolean hasTwice = new AtomicBoolean();
                JsonObject object = mustBeObject(read(bytes, kind, hasTwice), kind, bytes);
                yield new Given(object, hasTwice.get() ? DuplicateFields.find(bytes) : Set.of(), List.of());
            }
            case YAML -> {
                Yaml.Text text = yaml(bytes, kind);
                yield new Given(mustBeObject(text.value(), kind, bytes), Set.of(), text.duplicates());
            }
        };
    }

    /// For requests that need none.
    JsonObject objectOrEmpty(ServerRequest request) {
        byte[] bytes = bytes(request);
        if (bytes.length > 0 && mediaType(request).equals(ProtobufReader.MEDIA_TYPE)) {
            return protobuf.read(bytes);
        }
        if (bytes.length > 0 && mediaType(request).equals(Format.YAML.mediaType())) {
            return mustBeObject(yaml(bytes, "DeleteOptions").value(), "DeleteOptions", bytes);
        }
        return bytes.length == 0
                ? JsonObject.EMPTY
                : mustBeObject(read(bytes, "DeleteOptions", new AtomicBoolean()), "DeleteOptions", bytes);
    }

    Patch patch(ServerRequest request) {
        String type = mediaType(request);
        for (Patch.Format format : Patch.Format.values()) {
            if (format.mediaType().equals(type)) {
                byte[] bytes = bytes(request);
                try {
                    Json body = JsonText.read(bytes);
                    return new Patch(format, body, strictErrors(format, body, bytes));
                } catch (JsonSyntaxException e) {
                    throw ApiStatus.badRequest("error decoding patch: " + place(e));
                }
            }
        }
        throw new ApiStatus(UNSUPPORTED, "UnsupportedMediaType", "415: Unsupported Media Type", JsonObject.EMPTY)
                .exception();
    }

    private static List<String> strictErrors(Patch.Format format, Json body, byte[] bytes) {
        List<String> strictErrors = new ArrayList<>();
        String prefix = format == Patch.Format.JSON ? "json patch " : "";
        if (format == Patch.Format.JSON && body instanceof JsonArray operations) {
            for (int i = 0; i < operations.size(); i++) {
                for (String name : operations.object(i).names()) {
                    if (!JSON_PATCH_FIELDS.contains(name)) {
                        strictErrors.add(prefix + "unknown field " + GoQuoting.of("[" + i + "]." + name));
                    }
                }
            }
        }
        for (String path : DuplicateFields.find(bytes)) {
            strictErrors.add(prefix + "duplicate field " + GoQuoting.of(path));
        }
        return strictErrors;
    }

    private static ApiException unsupported() {
        return new ApiStatus(
                        UNSUPPORTED,
                        "UnsupportedMediaType",
                        "the body of the request was in an unknown format - accepted media types include: "
                                + Format.ALL,
                        null)
                .exception();
    }

    private static String mediaType(ServerRequest request) {
        String given = request.headers().value(HeaderNames.CONTENT_TYPE).orElse("");
        int end = given.indexOf(';');
        return (end < 0 ? given : given.substring(0, end)).strip();
    }

    private static Json read(byte[] bytes, String kind, AtomicBoolean hasTwice) {
        try {
            return JsonText.read(bytes, _ -> hasTwice.set(true));
        } catch (JsonSyntaxException e) {
            throw unrecognized(kind, "couldn't get version/kind; json parse error: " + place(e), bytes);
        }
    }

    private static Yaml.Text yaml(byte[] bytes, String kind) {
        try {
            return Yaml.read(bytes);
        } catch (JsonSyntaxException e) {
            throw unrecognized(kind, "yaml: " + place(e), bytes);
        }
    }

    private static String place(JsonSyntaxException e) {
        String problem = String.valueOf(e.getMessage());
        boolean isEnd = problem.equals("is empty") || problem.startsWith("Unexpected end-of-input");
        return isEnd
                ? "unexpected end of JSON input"
                : "line %d, column %d: %s".formatted(e.line(), e.column(), problem);
    }

    private static JsonObject mustBeObject(Json value, String kind, byte[] bytes) {
        if (value instanceof JsonObject object) {
            return object;
        }
        if (value instanceof JsonNull) {
            // To Go, null is an object that says nothing.
            return JsonObject.EMPTY;
        }
        String type = value.kindName();
        throw unrecognized(
                kind,
                "couldn't get version/kind; json parse error: json: cannot unmarshal " + type
                        + " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\";"
                        + " Kind string \"json:\\\"kind,omitempty\\\"\" }",
                bytes);
    }

    private static ApiException unrecognized(String kind, String why, byte[] bytes) {
        return ApiStatus.badRequest(
                "the object provided is unrecognized (must be of type %s): %s (%s)".formatted(kind, why, shown(bytes)));
    }

    /// As much of a body as the real server shows.
    private static String shown(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        byte[] start = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_MAX));
        String rest = bytes.length > SHOWN_MAX ? " ..." : "";
        String text = bytes[0] == '{'
                ? new String(start, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(start);
        return text + rest;
    }

    private byte[] bytes(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (SlowClients.Guard _ = slowClients.guard();
                InputStream stream = request.content().inputStream()) {
            byte[] bytes = stream.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new ApiStatus(
                                TOO_LARGE,
                                "RequestEntityTooLarge",
                                "Request entity too large: limit is " + BYTES_MAX,
                                JsonObject.EMPTY)
                        .exception();
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
