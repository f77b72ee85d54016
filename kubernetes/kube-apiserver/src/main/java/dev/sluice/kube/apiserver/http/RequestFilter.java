package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.access.AccessControl;
import dev.sluice.kube.apiserver.access.RequestAttributes;
import dev.sluice.kube.apiserver.access.RequestCredentials;
import dev.sluice.kube.apiserver.access.RequestUser;
import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.port.ApiException;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides whether a request is served: authentication and authorization (RBAC).
final class RequestFilter {
    private static final String IMPERSONATE = "impersonate-";

    private final AccessControl gate;
    private final ApiHandler handler;

    RequestFilter(AccessControl gate, ApiHandler handler) {
        this.gate = gate;
        this.handler = handler;
    }

    void handle(ServerRequest request, ServerResponse response) {
        RequestInfo info = RequestInfo.of(request);
        try {
            User user = letIn(info);
            RequestUser.run(user, () -> handler.handle(info, request, response));
        } catch (ApiException e) {
            handler.refuse(info, request, response, e);
        }
    }

    /// Returns the authenticated user; throws if the request is not authorized.
    User letIn(RequestInfo asked) {
        User user = gate.authenticator().userOf(credentials(asked));
        gate.authorizer().mustBeAllowed(user, attributes(asked));
        return user;
    }

    private static RequestCredentials credentials(RequestInfo asked) {
        Optional<X509Certificate> certificate = asked.peer().tlsCertificates().flatMap(RequestFilter::first);
        Map<String, List<String>> impersonation = new HashMap<>();
        for (Header header : asked.headers()) {
            String name = header.headerName().lowerCase();
            if (name.startsWith(IMPERSONATE)) {
                impersonation.put(name, header.allValues());
            }
        }
        return new RequestCredentials(
                asked.isSecure(),
                certificate,
                asked.headers().value(HeaderNames.AUTHORIZATION).orElse(""),
                impersonation);
    }

    private static Optional<X509Certificate> first(Certificate[] chain) {
        return chain.length > 0 && chain[0] instanceof X509Certificate first ? Optional.of(first) : Optional.empty();
    }

    private static RequestAttributes attributes(RequestInfo asked) {
        if (asked.where().isEmpty()) {
            return RequestAttributes.onPath(asked.verb(), asked.path());
        }
        ApiPath where = asked.where().get();
        boolean isNamed = !where.name().isEmpty() || asked.verb().equals("create");
        return new RequestAttributes(
                asked.verb(),
                where.isNamespace() ? where.name() : where.namespace(),
                where.group(),
                where.version(),
                where.plural(),
                where.subresource(),
                isNamed ? where.name() : selectedName(asked),
                "");
    }

    /// A list of the one that a field selector names is about that one.
    private static String selectedName(RequestInfo asked) {
        for (String selector : asked.query().all("fieldSelector")) {
            for (String each : selector.split(",", -1)) {
                if (each.startsWith("metadata.name=")) {
                    return each.substring("metadata.name=".length()).replaceFirst("^=", "");
                }
            }
        }
        return "";
    }
}
