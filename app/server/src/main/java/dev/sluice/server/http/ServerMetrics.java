package dev.sluice.server.http;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.scheduling.Decision;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The server's metrics, as Prometheus reads them; `docs/server.md` lists them.
public final class ServerMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collector = new JvmGcMetrics();
    private volatile @Nullable AuditReport last;
    private final Map<String, AtomicLong> lost = new ConcurrentHashMap<>();

    public ServerMetrics() {
        collector.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        gauge("sluice.audit.drifts", "Differences that the last audit found", ofLast(AuditReport::driftCount));
        gauge(
                "sluice.audit.own.foreign",
                "Bound pods of Sluice that no job has a place for",
                ofLast(AuditReport::ownForeign));
        gauge(
                "sluice.audit.spare.places",
                "Places that jobs hold for pods that are not bound",
                ofLast(AuditReport::sparePlaces));
    }

    /// Returns a number of the last audit; there is none before the first, which is not the same as zero.
    private Supplier<Number> ofLast(ToLongFunction<AuditReport> number) {
        return () -> {
            AuditReport report = last;
            return report == null ? Double.NaN : (double) number.applyAsLong(report);
        };
    }

    /// Adds a gauge.
    public void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /// Adds whether jobs can start, and why not: a series for each reason, so that an alert can name it.
    ///
    /// @param reason the present reason; empty if all is well
    /// @param reasons all that there may be
    public void ready(Supplier<Optional<String>> reason, List<String> reasons) {
        gauge(
                "sluice.ready",
                "1 if jobs can start, and nothing is about to keep them from it",
                () -> reason.get().isEmpty() ? 1 : 0);
        for (String each : reasons) {
            Gauge.builder(
                            "sluice.not.ready",
                            () -> reason.get().filter(each::equals).isPresent() ? 1 : 0)
                    .description("1 for the reason why no jobs can start, or soon cannot")
                    .tag("reason", each)
                    .register(registry);
        }
    }

    /// Adds a counter that is kept elsewhere.
    public void counter(String name, String description, Supplier<Number> value) {
        FunctionCounter.builder(name, value, it -> it.get().doubleValue())
                .description(description)
                .register(registry);
    }

    public void audited(AuditReport report) {
        last = report;
        registry.counter("sluice.audits").increment();
        registry.counter("sluice.audit.drifts.found").increment((double) report.driftCount());
    }

    public void decided(Decision decision) {
        String kind = decision.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        registry.counter("sluice.decisions", "decision", kind).increment();
    }

    /// Takes over how many decided places were lost, by the scheduler that took them.
    public void lostRaces(Map<String, Long> counts) {
        counts.forEach((scheduler, count) ->
                lost.computeIfAbsent(scheduler, this::newLostRaces).set(count));
    }

    private AtomicLong newLostRaces(String scheduler) {
        AtomicLong count = new AtomicLong();
        FunctionCounter.builder("sluice.lost.races", count, AtomicLong::get)
                .description("Decided places that other schedulers' pods took")
                .tag("scheduler", scheduler)
                .register(registry);
        return count;
    }

    /// Returns all metrics in Prometheus' text format.
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        collector.close();
        registry.close();
    }
}
