package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.wire.ProtobufWriter;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.time.Clock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Watches as answers that do not end: one JSON object a line, or one protobuf message a frame.
final class WatchStreams {
    /// As long as the real server keeps one open if nobody says: 30 minutes at least.
    private static final long DURATION_SECONDS = 30 * 60;

    private static final byte[] NOTHING = {};

    private final Clock clock;
    private final ProtobufWriter protobuf;

    WatchStreams(Clock clock, ProtobufWriter protobuf) {
        this.clock = clock;
        this.protobuf = protobuf;
    }

    void stream(Kube kube, ResourceType type, ApiPath where, Query query, Views views, Exchange exchange) {
        Semaphore woken = new Semaphore(0);
        WatchOptions asked = query.watch();
        WatchOptions options = where.name().isEmpty() ? asked : ofOne(asked, where.name());
        long seconds = query.timeoutSeconds();
        long end = clock.nowNanos() + TimeUnit.SECONDS.toNanos(seconds > 0 ? seconds : DURATION_SECONDS);
        boolean isProtobuf = exchange.accept().format() == Format.PROTOBUF;
        try (KubeWatch watch = kube.watch(type, where.namespace(), options, woken::release)) {
            exchange.begin(200, isProtobuf ? ProtobufWriter.STREAM_MEDIA_TYPE : Format.JSON.mediaType());
            try (OutputStream out = exchange.response().outputStream()) {
                // Helidon sends headers with the first write only, and a client waits for them.
                out.write(NOTHING);
                out.flush();
                do {
                    send(watch, views, isProtobuf, out);
                } while (!watch.isOver() && sleep(woken, end));
            }
        } catch (IOException | UncheckedIOException e) {
            // The client has gone, which is how most watches end.
            return;
        }
    }

    /// A path that names one object watches that one only.
    private static WatchOptions ofOne(WatchOptions asked, String name) {
        String own = "metadata.name=" + name;
        String fields = asked.fieldSelector().isEmpty() ? own : asked.fieldSelector() + "," + own;
        return new WatchOptions(
                asked.labelSelector(), fields, asked.resourceVersion(), asked.bookmarks(), asked.initialEvents());
    }

    private void send(KubeWatch watch, Views views, boolean isProtobuf, OutputStream out) throws IOException {
        boolean any = false;
        for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
            WatchEvent it = views.event(event.get());
            if (isProtobuf) {
                out.write(protobuf.frame(it));
            } else {
                JsonObject line = JsonObject.builder()
                        .put("type", Json.of(it.type().name()))
                        .put("object", it.object())
                        .build();
                JsonText.write(line, out);
                out.write('\n');
            }
            any = true;
        }
        if (any) {
            out.flush();
        }
    }

    private boolean sleep(Semaphore woken, long end) {
        long left = end - clock.nowNanos();
        if (left <= 0) {
            return false;
        }
        try {
            boolean isWoken = woken.tryAcquire(left, TimeUnit.NANOSECONDS);
            woken.drainPermits();
            return isWoken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
