package dev.sluice.kube.apiserver.http;

import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts requests that are not answered yet. Watches do not count.
public final class InFlightRequests {
    private final AtomicInteger requests = new AtomicInteger();

    public int requests() {
        return requests.get();
    }

    void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        boolean isWatch =
                request.query().contains("watch") || request.path().path().contains("/watch/");
        if (isWatch) {
            chain.proceed();
            return;
        }
        requests.incrementAndGet();
        try {
            chain.proceed();
        } finally {
            requests.decrementAndGet();
        }
    }
}
