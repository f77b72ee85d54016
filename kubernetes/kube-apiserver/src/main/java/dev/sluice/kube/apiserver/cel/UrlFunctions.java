package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.sluice.kube.names.GoQuoting;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// The CEL functions of URLs: `url`, `isURL` and their members.
final class UrlFunctions extends FunctionLibrary {
    UrlFunctions() {
        List<Of> text = List.of(of(SimpleType.STRING, String.class));
        global("url", "string_to_url", KubeTypes.URL, text, args -> parsed((String) args[0]));
        global("isURL", "is_url_string", SimpleType.BOOL, text, args -> isUrl((String) args[0]));
        part("getScheme", "url_get_scheme", URI::getScheme);
        part("getHost", "url_get_host", URI::getRawAuthority);
        part("getHostname", "url_get_hostname", UrlFunctions::hostname);
        part("getPort", "url_get_port", uri -> uri.getPort() < 0 ? "" : Integer.toString(uri.getPort()));
        part("getEscapedPath", "url_get_escaped_path", URI::getRawPath);
        member(
                "getQuery",
                "url_get_query",
                MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
                List.of(of(KubeTypes.URL, URI.class)),
                args -> query((URI) args[0]));
    }

    private void part(String name, String id, Function<URI, String> part) {
        member(
                name,
                id,
                SimpleType.STRING,
                List.of(of(KubeTypes.URL, URI.class)),
                args -> Objects.requireNonNullElse(part.apply((URI) args[0]), ""));
    }

    private static boolean isUrl(String text) {
        try {
            parsed(text);
            return true;
        } catch (CelEvaluationFailure e) {
            return false;
        }
    }

    /// As a request names a resource: absolute, or a path from the root.
    private static URI parsed(String text) {
        String problem = "URL parse error during conversion from string: parse " + GoQuoting.of(text) + ": ";
        if (text.isEmpty()) {
            throw new CelEvaluationFailure(problem + "empty url");
        }
        try {
            URI uri = new URI(text);
            if (!uri.isAbsolute() && !text.startsWith("/")) {
                throw new CelEvaluationFailure(problem + "invalid URI for request");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new CelEvaluationFailure(problem + "invalid URI for request");
        }
    }

    private static String hostname(URI uri) {
        String host = Objects.requireNonNullElse(uri.getHost(), "");
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static Map<String, List<String>> query(URI uri) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        String raw = Objects.requireNonNullElse(uri.getRawQuery(), "");
        for (String pair : raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            query.computeIfAbsent(decoded(parts[0]), _ -> new ArrayList<>())
                    .add(parts.length > 1 ? decoded(parts[1]) : "");
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
