package dev.sluice.kube.client;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The formats of answers: protobuf for built-in kinds, which costs the server and us less than JSON, and JSON for all
/// others. The server chooses.
///
/// Fields that a newer server has and our schema has not are lost in protobuf. Objects are never written back whole,
/// only patched, so that does no harm.
final class Formats {
    /// What requests accept.
    static final String ACCEPTED = ProtobufReader.MEDIA_TYPE + ",application/json";

    /// Our informers keep no managed fields, so they are not even decoded.
    private static final ProtobufReader OBJECTS = ProtobufReader.withoutManagedFields(Schema.kubernetes());

    private Formats() {}

    static boolean isProtobuf(String contentType) {
        return contentType.startsWith(ProtobufReader.MEDIA_TYPE);
    }

    /// Decodes an answer.
    ///
    /// @throws UncheckedIOException if it is neither: proxies answer with pages of their own
    static Json read(String contentType, byte[] body) {
        try {
            return isProtobuf(contentType) ? OBJECTS.read(body) : JsonText.read(body);
        } catch (JsonSyntaxException | ApiException e) {
            throw unreadable("an answer of type (" + contentType + ") cannot be read", e);
        }
    }

    /// The server has not refused anything: so this is no [ApiException].
    static UncheckedIOException unreadable(String what, RuntimeException cause) {
        return new UncheckedIOException(new IOException(what + ": " + cause.getMessage(), cause));
    }

    /// Returns a parser of a watch's bytes.
    static EventParser events(String contentType) {
        return isProtobuf(contentType) ? new EventFrames(OBJECTS) : new EventLines();
    }
}
