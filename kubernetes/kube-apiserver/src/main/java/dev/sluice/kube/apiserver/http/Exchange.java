package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.wire.Yaml;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.LinkedHashSet;
import java.util.Set;

/// A request with its response.
final class Exchange {
    static final String TEXT = "text/plain; charset=utf-8";

    private static final HeaderName WARNING = HeaderNames.create("Warning");

    /// More than these many characters of warnings are not sent, as on the real server.
    private static final int WARNINGS_LENGTH_MAX = 4096;

    private final ServerRequest request;
    private final RequestInfo asked;
    private final ServerResponse response;
    private final ProtobufWriter protobuf;
    private final SlowClients slowClients;
    private final Set<String> warnings = new LinkedHashSet<>();
    private Accept accept;
    private int code;

    Exchange(
            RequestInfo asked,
            ServerRequest request,
            ServerResponse response,
            ProtobufWriter protobuf,
            SlowClients slowClients) {
        this.request = request;
        this.asked = asked;
        this.response = response;
        this.protobuf = protobuf;
        this.slowClients = slowClients;
        this.accept = Accept.ofErrors(header(HeaderNames.ACCEPT));
    }

    ServerRequest request() {
        return request;
    }

    ServerResponse response() {
        return response;
    }

    /// The head of the request.
    RequestInfo asked() {
        return asked;
    }

    String path() {
        return asked.path();
    }

    String method() {
        return asked.method();
    }

    /// A request header, or nothing.
    String header(HeaderName name) {
        return asked.header(name);
    }

    QueryParameters query() {
        return asked.query();
    }

    /// Finds out what the client wants; until then only the format of errors is known.
    Accept negotiate(Accept.Offer offer) {
        accept = Accept.negotiate(header(HeaderNames.ACCEPT), offer);
        return accept;
    }

    Accept accept() {
        return accept;
    }

    /// Adds a warning; an empty one is none.
    void warn(String warning) {
        if (!warning.isEmpty()) {
            warnings.add(warning);
        }
    }

    /// The code that was answered; 0 before.
    int code() {
        return code;
    }

    void send(int status, JsonObject body) {
        switch (accept.format()) {
            case JSON -> send(status, Format.JSON.mediaType(), JsonText.writeBytes(body));
            case YAML -> send(status, Format.YAML.mediaType(), Yaml.write(body));
            case PROTOBUF -> {
                if (protobuf.knows(body)) {
                    send(status, Format.PROTOBUF.mediaType(), protobuf.write(body));
                } else {
                    send(status, Format.JSON.mediaType(), JsonText.writeBytes(body));
                }
            }
        }
    }

    /// As long as a client is waited for, it may take to read all of it; the real server, too, gives an answer a
    /// minute.
    void send(int status, String mediaType, byte[] body) {
        begin(status, mediaType);
        try (SlowClients.Guard _ = slowClients.guard()) {
            response.send(body);
        }
    }

    /// Says all that comes before the body.
    void begin(int status, String mediaType) {
        code = status;
        int length = 0;
        for (String warning : warnings) {
            length += warning.length();
            if (length <= WARNINGS_LENGTH_MAX) {
                response.headers().add(WARNING, "299 - \"" + escaped(warning) + "\"");
            }
        }
        response.status(status).header(HeaderNames.CONTENT_TYPE, mediaType);
    }

    private static String escaped(String warning) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < warning.length(); i++) {
            char c = warning.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\');
            }
            text.append(Character.isISOControl(c) ? ' ' : c);
        }
        return text.toString();
    }
}
