package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.store.StoreStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/// Metrics for Prometheus, under the real server's names where it has the same.
final class Metrics {
    static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final Map<Request, LongAdder> requests = new ConcurrentHashMap<>();
    private final AtomicLong watches = new AtomicLong();
    private final Supplier<StoreStatistics> store;

    /// What is counted apart.
    record Request(String verb, String group, String version, String resource, String subresource, int code)
            implements Comparable<Request> {
        String labels() {
            return "code=\"%d\",group=\"%s\",resource=\"%s\",subresource=\"%s\",verb=\"%s\",version=\"%s\""
                    .formatted(code, group, resource, subresource, verb, version);
        }

        @Override
        public int compareTo(Request other) {
            return labels().compareTo(other.labels());
        }
    }

    Metrics(Supplier<StoreStatistics> store) {
        this.store = store;
    }

    void count(Request request) {
        requests.computeIfAbsent(request, _ -> new LongAdder()).increment();
    }

    void watchBegins() {
        watches.incrementAndGet();
    }

    void watchEnds() {
        watches.decrementAndGet();
    }

    String text() {
        StringBuilder text = new StringBuilder();
        head(text, "apiserver_request_total", "counter", "Requests answered, by verb, resource and code.");
        new TreeMap<>(requests)
                .forEach((request, count) -> line(text, "apiserver_request_total", request.labels(), count.sum()));
        head(text, "apiserver_longrunning_requests", "gauge", "Watches that are open over HTTP.");
        line(text, "apiserver_longrunning_requests", "verb=\"WATCH\"", watches.get());
        StoreStatistics figures = store.get();
        head(text, "apiserver_resource_objects", "gauge", "Objects in the store, by resource.");
        figures.objects()
                .forEach((resource, count) ->
                        line(text, "apiserver_resource_objects", "resource=\"" + resource + "\"", count));
        head(text, "sluice_store_resource_version", "gauge", "The version of the latest change.");
        line(text, "sluice_store_resource_version", "", figures.version());
        return text.toString();
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder text, String name, String labels, long value) {
        text.append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }
}
