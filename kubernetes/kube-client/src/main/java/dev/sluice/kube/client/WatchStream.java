package dev.sluice.kube.client;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A watch over HTTP: bytes that arrive on the transport's threads, events that its reader polls.
///
/// What the reader has not polled is limited: the next bytes are asked for when there is room, so that whoever is slow
/// leaves the events with the server, which cuts him off in the end.
///
/// The transport hands bytes over with a lock of its own held, and takes the same lock when it is told to stop. So
/// nothing is ever said to it with this object locked: two threads would wait for each other for ever.
final class WatchStream implements KubeWatch, AsyncBody.Consumer<List<ByteBuffer>> {
    /// The server ends a watch after so long, and its reader begins the next: connections get spread, and one that is
    /// dead without anybody having noticed does not last.
    static final long SECONDS = 300;

    /// So much later a server that has not ended the watch is not there any more.
    private static final long GRACE_SECONDS = 30;

    /// Enough to keep a reader busy, little enough to keep: some megabytes of pods.
    private static final int EVENTS_WAITING_MAX = 1_024;

    private final Runnable wake;
    private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private @Nullable AsyncBody body;
    private boolean isAtEnd;
    private boolean isClosed;
    private boolean isHeldBack;

    WatchStream(Runnable wake) {
        this.wake = wake;
    }

    void begin(AsyncBody begun) {
        boolean isUnwanted;
        synchronized (this) {
            body = begun;
            isUnwanted = isClosed;
        }
        if (isUnwanted) {
            begun.cancel();
        }
        var _ = begun.done()
                .orTimeout(SECONDS + GRACE_SECONDS, TimeUnit.SECONDS)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        begun.cancel();
                    }
                    end();
                });
        begun.consume();
    }

    synchronized boolean hasBegun() {
        return body != null;
    }

    @Override
    public void consume(List<ByteBuffer> bytes, AsyncBody from) {
        boolean isNews = false;
        boolean hasRoom;
        synchronized (this) {
            for (ByteBuffer part : bytes) {
                isNews |= take(part);
            }
            hasRoom = events.size() < EVENTS_WAITING_MAX;
            isHeldBack = !hasRoom;
        }
        if (isNews) {
            wake.run();
        }
        if (hasRoom) {
            from.consume();
        }
    }

    private boolean take(ByteBuffer part) {
        boolean isNews = false;
        while (part.hasRemaining()) {
            byte next = part.get();
            if (next != '\n') {
                line.write(next);
            } else {
                isNews |= addEvent();
            }
        }
        return isNews;
    }

    private boolean addEvent() {
        if (line.size() == 0) {
            return false;
        }
        byte[] text = line.toByteArray();
        line.reset();
        if (isClosed || !(JsonText.read(text) instanceof JsonObject event)) {
            return false;
        }
        events.add(new WatchEvent(WatchEvent.Type.valueOf(event.text("type")), event.object("object")));
        return true;
    }

    private void end() {
        synchronized (this) {
            isAtEnd = true;
        }
        wake.run();
    }

    @Override
    public Optional<WatchEvent> poll() {
        WatchEvent event;
        AsyncBody toContinue = null;
        synchronized (this) {
            event = events.poll();
            if (isHeldBack && events.size() < EVENTS_WAITING_MAX / 2) {
                isHeldBack = false;
                toContinue = body;
            }
        }
        if (event != null && event.type() == WatchEvent.Type.ERROR) {
            close();
            toContinue = null;
        }
        if (toContinue != null) {
            toContinue.consume();
        }
        return Optional.ofNullable(event);
    }

    @Override
    public synchronized boolean isOver() {
        return isClosed || (isAtEnd && events.isEmpty());
    }

    @Override
    public void close() {
        AsyncBody toCancel;
        synchronized (this) {
            isClosed = true;
            events.clear();
            toCancel = body;
        }
        if (toCancel != null) {
            toCancel.cancel();
        }
    }
}
