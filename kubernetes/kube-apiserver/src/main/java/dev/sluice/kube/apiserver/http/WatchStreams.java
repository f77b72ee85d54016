package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.runtime.time.Clock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Streams watch events to a client: one JSON object per line, or one protobuf message per frame.
final class WatchStreams {
    /// The real server's default is 30 minutes at least.
    private static final long DURATION_SECONDS = 30 * 60;

    /// As often as the real server tells how far a watch has come.
    private static final long BOOKMARK_NANOS = TimeUnit.MINUTES.toNanos(1);

    /// So long before its end a watch tells how far it has come, so that the next one goes on from there; as the
    /// real server does.
    private static final long LAST_BOOKMARK_NANOS = TimeUnit.SECONDS.toNanos(2);

    /// A virtual clock does not announce jumps, so it is polled.
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// About a pod.
    private static final int LINE_BYTES = 2048;

    private final Clock clock;
    private final ProtobufWriter protobuf;
    private final SlowClients slowClients;
    private final EncodedEventCache lines = new EncodedEventCache();
    private final EncodedEventCache frames = new EncodedEventCache();
    private final GracefulShutdown ending;

    WatchStreams(Clock clock, ProtobufWriter protobuf, SlowClients slowClients, GracefulShutdown ending) {
        this.clock = clock;
        this.protobuf = protobuf;
        this.slowClients = slowClients;
        this.ending = ending;
    }

    /// Begins one; what is wrong with it is told before anything is sent.
    Telling begin(
            Kube kube, ResourceType type, ApiPath where, QueryParameters query, ResponseViews views, Format format) {
        WatchOptions asked = query.watch();
        WatchOptions options = where.name().isEmpty() ? asked : ofOne(asked, where.name());
        Semaphore woken = new Semaphore(0);
        KubeWatch watch = kube.watch(type, where.namespace(), options, woken::release);
        long seconds = query.timeoutSeconds();
        long begin = clock.nowNanos();
        long end = begin + TimeUnit.SECONDS.toNanos(seconds > 0 ? seconds : DURATION_SECONDS);
        Begun begun = new Begun(watch, woken, options.bookmarks(), begin, end);
        return new Telling(begun, views, format == Format.PROTOBUF);
    }

    private record Begun(KubeWatch watch, Semaphore woken, boolean hasBookmarks, long begin, long end) {}

    /// Tells one as the answer to a request.
    static void answer(Telling telling, Exchange exchange) {
        exchange.begin(200, telling.isProtobuf() ? ProtobufWriter.STREAM_MEDIA_TYPE : Format.JSON.mediaType());
        // Clients wait for the headers, however long it takes until something happens.
        try (EarlyHeaders response = exchange.response().sink(EarlyHeaders.TYPE)) {
            telling.tell(response.stream());
        } catch (IOException | UncheckedIOException e) {
            // The client has gone, or was too slow, which is how most watches end.
            return;
        }
    }

    /// A path that names one object watches that one only.
    private static WatchOptions ofOne(WatchOptions asked, String name) {
        String own = "metadata.name=" + name;
        String fields = asked.fieldSelector().isEmpty() ? own : asked.fieldSelector() + "," + own;
        return asked.selecting(fields);
    }

    private static byte[] line(WatchEvent event) {
        JsonObject line = JsonObject.builder()
                .put("type", Json.of(event.type().name()))
                .put("object", event.object())
                .build();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(LINE_BYTES);
        try {
            JsonText.write(line, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    /// One watch that is being told.
    final class Telling implements AutoCloseable {
        private final KubeWatch watch;
        private final Semaphore woken;
        private final ResponseViews views;
        private final boolean isProtobuf;
        private final boolean hasBookmarks;
        private final long begin;
        private final long end;
        private OutputStream out = OutputStream.nullOutputStream();

        private Telling(Begun begun, ResponseViews views, boolean isProtobuf) {
            this.watch = begun.watch;
            this.woken = begun.woken;
            this.views = views;
            this.isProtobuf = isProtobuf;
            this.hasBookmarks = begun.hasBookmarks;
            this.begin = begun.begin;
            this.end = begun.end;
            ending.watchBegins(woken);
        }

        /// Whether what is written is protobuf, and not text.
        boolean isProtobuf() {
            return isProtobuf;
        }

        /// Disconnects the client if it stops reading.
        SlowClients slowClients() {
            return slowClients;
        }

        @Override
        public void close() {
            ending.watchEnds(woken);
            watch.close();
        }

        /// Until it is over; each event is written by itself.
        void tell(OutputStream to) throws IOException {
            out = to;
            long nextBookmark = hasBookmarks ? nextBookmark(begin, end) : Long.MAX_VALUE;
            sendAll();
            boolean isOver = false;
            while (!watch.isOver() && !isOver && !ending.hasBegun() && sleep(woken, Math.min(end, nextBookmark))) {
                sendAll();
                isOver = clock.nowNanos() >= end;
                if (clock.nowNanos() >= nextBookmark) {
                    // Before it is sent: a client that has read it may turn the clock.
                    nextBookmark = nextBookmark(clock.nowNanos(), end);
                    sendBookmark();
                }
            }
        }

        /// Every minute, and shortly before the end; after that never.
        private static long nextBookmark(long now, long end) {
            long last = end - LAST_BOOKMARK_NANOS;
            return now >= last ? Long.MAX_VALUE : Math.min(now + BOOKMARK_NANOS, last);
        }

        private void sendAll() throws IOException {
            boolean any = false;
            for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
                send(event.get());
                any = true;
            }
            if (any) {
                flush();
            }
        }

        private void sendBookmark() throws IOException {
            Optional<WatchEvent> bookmark = watch.bookmark();
            if (bookmark.isPresent()) {
                send(bookmark.get());
                flush();
            }
        }

        private void send(WatchEvent event) throws IOException {
            WatchEvent it = views.event(event);
            byte[] bytes = isProtobuf && protobuf.knows(it.object())
                    ? frames.get(it, protobuf::frame)
                    : lines.get(it, WatchStreams::line);
            try (SlowClients.Guard _ = slowClients.guard()) {
                out.write(bytes);
            }
        }

        private void flush() throws IOException {
            try (SlowClients.Guard _ = slowClients.guard()) {
                out.flush();
            }
        }
    }

    /// Until something may have happened, or a moment is there, or it is time to look at the clock again.
    ///
    /// @return false if the server stops
    private boolean sleep(Semaphore woken, long moment) {
        long left = Math.clamp(moment - clock.nowNanos(), 0, LOOK_NANOS);
        try {
            if (woken.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                woken.drainPermits();
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
