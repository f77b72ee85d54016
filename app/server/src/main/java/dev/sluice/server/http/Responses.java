package dev.sluice.server.http;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonText;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;

/// Writes responses.
final class Responses {
    private Responses() {}

    static void json(ServerResponse response, Status status, Json body) {
        response.status(status)
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .send(JsonText.writeBytes(body));
    }

    static void text(ServerResponse response, Status status, String type, String body) {
        response.status(status).header(HeaderNames.CONTENT_TYPE, type).send(body.getBytes(StandardCharsets.UTF_8));
    }
}
