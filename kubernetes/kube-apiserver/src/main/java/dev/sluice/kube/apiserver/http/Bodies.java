package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.wire.ProtobufReader;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Patch;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// What comes with a request.
final class Bodies {
    /// As etcd and the real server have it, somewhat above the largest object that either stores.
    static final int BYTES_MAX = 3 << 20;

    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED = 415;

    private Bodies() {}

    static JsonObject object(ServerRequest request, ProtobufReader protobuf) {
        byte[] bytes = bytes(request);
        if (mediaType(request).equals(ProtobufReader.MEDIA_TYPE)) {
            return protobuf.read(bytes);
        }
        mustBeJson(request);
        if (read(bytes) instanceof JsonObject object) {
            return object;
        }
        throw ApiStatus.badRequest("the object provided is unrecognized (must be of type object)");
    }

    /// For requests that need none.
    static JsonObject objectOrEmpty(ServerRequest request, ProtobufReader protobuf) {
        byte[] bytes = bytes(request);
        if (bytes.length > 0 && mediaType(request).equals(ProtobufReader.MEDIA_TYPE)) {
            return protobuf.read(bytes);
        }
        return bytes.length > 0 && read(bytes) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    static Patch patch(ServerRequest request) {
        String type = mediaType(request);
        for (Patch.Format format : Patch.Format.values()) {
            if (format.mediaType().equals(type)) {
                return new Patch(format, read(bytes(request)));
            }
        }
        throw unsupported("the body of the request was in an unknown format - accepted media types include:"
                + " application/json-patch+json, application/merge-patch+json,"
                + " application/strategic-merge-patch+json");
    }

    private static void mustBeJson(ServerRequest request) {
        String type = mediaType(request);
        if (!type.isEmpty() && !type.equals("application/json")) {
            throw unsupported(
                    "the body of the request was in an unknown format - accepted media types include: application/json,"
                            + " application/vnd.kubernetes.protobuf");
        }
    }

    private static ApiException unsupported(String message) {
        return new ApiStatus(UNSUPPORTED, "UnsupportedMediaType", message, JsonObject.EMPTY).exception();
    }

    private static String mediaType(ServerRequest request) {
        String given = request.headers().value(HeaderNames.CONTENT_TYPE).orElse("");
        int end = given.indexOf(';');
        return (end < 0 ? given : given.substring(0, end)).strip();
    }

    private static Json read(byte[] bytes) {
        try {
            return JsonText.read(bytes);
        } catch (JsonSyntaxException e) {
            throw ApiStatus.badRequest(
                    "the body is no JSON: line %d, column %d: %s".formatted(e.line(), e.column(), e.getMessage()));
        }
    }

    private static byte[] bytes(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (InputStream stream = request.content().inputStream()) {
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
