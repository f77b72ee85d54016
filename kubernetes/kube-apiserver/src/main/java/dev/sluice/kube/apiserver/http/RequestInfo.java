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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The request line and headers of a request, parsed once; after Kubernetes' own `RequestInfo`.
///
/// @param where the path, if it leads to objects
/// @param verb as rules and discovery have it: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`,
///     `deletecollection`; the method in lower case on other paths
/// @param peer the other end of the connection, which may have shown a certificate
record RequestInfo(
        String method,
        String path,
        Optional<ApiPath> where,
        String verb,
        QueryParameters query,
        Headers headers,
        PeerInfo peer,
        boolean isSecure) {

    static RequestInfo of(ServerRequest request) {
        return of(
                request.prologue().method().text(),
                request.path().rawPath(),
                query(request.query()),
                request.headers(),
                request.remotePeer(),
                request.isSecure());
    }

    /// Of a connection that leaves HTTP behind.
    static RequestInfo of(ConnectionContext connection, HttpPrologue prologue, Headers headers) {
        return of(
                prologue.method().text(),
                prologue.uriPath().rawPath(),
                query(prologue.query()),
                headers,
                connection.remotePeer(),
                connection.isSecure());
    }

    private static RequestInfo of(
            String method, String path, QueryParameters query, Headers headers, PeerInfo peer, boolean isSecure) {
        Optional<ApiPath> where = ApiPath.parse(path);
        String verb = where.map(it -> verb(method, it, query)).orElseGet(() -> method.toLowerCase(Locale.ROOT));
        return new RequestInfo(method, path, where, verb, query, headers, peer, isSecure);
    }

    private static String verb(String method, ApiPath where, QueryParameters query) {
        boolean isOne = !where.name().isEmpty();
        return switch (method) {
            case "GET", "HEAD" -> {
                boolean isWatch = where.watches() || (!isOne && query.isTrue("watch"));
                yield isWatch ? "watch" : isOne ? "get" : "list";
            }
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> isOne ? "delete" : "deletecollection";
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    /// Whether the request asks for a watch.
    boolean isWatch() {
        return method.equals("GET") && where.isPresent() && verb.equals("watch");
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
