package dev.sluice.kube.apiserver.http;

import io.helidon.common.socket.PeerInfo;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.HeaderName;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http.ServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The request line and headers of a request, parsed.
///
/// @param peer the other end of the connection, which may have shown a certificate
record RequestInfo(
        String method, String path, QueryParameters query, Headers headers, PeerInfo peer, boolean isSecure) {

    static RequestInfo of(ServerRequest request) {
        return new RequestInfo(
                request.prologue().method().text(),
                request.path().rawPath(),
                query(request.query()),
                request.headers(),
                request.remotePeer(),
                request.isSecure());
    }

    /// Of a connection that leaves HTTP behind.
    static RequestInfo of(ConnectionContext connection, HttpPrologue prologue, Headers headers) {
        return new RequestInfo(
                prologue.method().text(),
                prologue.uriPath().rawPath(),
                query(prologue.query()),
                headers,
                connection.remotePeer(),
                connection.isSecure());
    }

    private static QueryParameters query(UriQuery query) {
        Map<String, List<String>> parameters = new HashMap<>();
        for (String name : query.names()) {
            parameters.put(name, query.all(name));
        }
        return new QueryParameters(parameters);
    }

    /// All that a header says, or nothing.
    String header(HeaderName name) {
        return String.join(",", headers.values(name));
    }
}
