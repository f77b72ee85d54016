package dev.sluice.cli.watch;

import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/// Notes which requests fail at the moment, so that the view can tell why nothing moves, and the lag of marked
/// objects. Any thread may use it.
final class NotingKube extends ForwardingKube {
    /// A list or watch that is too old is begun again, and no problem.
    private static final int GONE = 410;

    private final LagProbe lag;
    private final Map<String, String> problems = new ConcurrentSkipListMap<>();

    NotingKube(Kube kube, LagProbe lag) {
        super(kube);
        this.lag = lag;
    }

    /// Returns what fails at the moment; empty if nothing does.
    List<String> problems() {
        return problems.values().stream().distinct().toList();
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        return noted("list " + type.groupResource(), () -> super.list(type, namespace, options));
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        return new Noting(noted("watch " + type.groupResource(), () -> super.watch(type, namespace, options, wake)));
    }

    private <T> T noted(String request, Supplier<T> answer) {
        try {
            T value = answer.get();
            problems.remove(request);
            return value;
        } catch (ApiException e) {
            if (e.code() != GONE) {
                problems.put(request, (Rights.isRefusal(e) ? "refused: " : "") + e.getMessage());
            }
            throw e;
        } catch (UncheckedIOException e) {
            problems.put(request, "the API server does not answer: " + Rights.reason(e));
            throw e;
        }
    }

    private final class Noting extends ForwardingWatch {
        Noting(KubeWatch watch) {
            super(watch);
        }

        @Override
        public Optional<WatchEvent> poll() {
            Optional<WatchEvent> event = super.poll();
            event.ifPresent(it -> lag.seen(it.object()));
            return event;
        }
    }
}
