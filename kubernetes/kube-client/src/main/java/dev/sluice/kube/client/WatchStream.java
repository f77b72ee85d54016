package dev.sluice.kube.client;

import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A watch over HTTP: bytes arrive on the transport's threads, and the reader polls events.
///
/// The number of unread events is limited: more bytes are requested only when there is room. So a slow reader leaves
/// events on the server, which closes the watch in the end.
///
/// The transport delivers bytes while it holds a lock, and takes the same lock to cancel. So this object's lock must
/// never be held during a call to the transport: that could deadlock.
final class WatchStream implements KubeWatch, AsyncBody.Consumer<List<ByteBuffer>> {
    /// The time limit of a watch, after which the reader opens the next one. This spreads connections over servers,
    /// and ends broken ones that went unnoticed.
    static final long SECONDS = 300;

    /// If the server has not ended the watch this much later, the connection is broken.
    private static final long GRACE_SECONDS = 30;

    /// After this long without a byte the connection counts as broken, as when a firewall drops it silently. Servers
    /// send a bookmark about once a minute, also if nothing changes; so two may be missing.
    static final long SILENCE_MILLIS_MAX = TimeUnit.SECONDS.toMillis(150);

    /// Bytes only set a mark, which is looked at this often while they may stay away: a timer for each part would cost
    /// more. So a silent watch ends up to a fifth of the time later.
    private static final int LOOKS = 5;

    /// Keeps a reader busy at a bounded cost: some megabytes of pods.
    private static final int EVENTS_WAITING_MAX = 1_024;

    private final Runnable wake;
    private final ArrayDeque<WatchEvent> events = new ArrayDeque<>();
    private @Nullable EventParser parser;
    private @Nullable AsyncBody body;
    private boolean isAtEnd;
    private boolean isClosed;
    private boolean isHeldBack;

    /// How often no byte had come, one look after the other.
    private int silentLooks;

    /// Why what came cannot be read; null if it can.
    private @Nullable UncheckedIOException unreadable;

    private final long lookMillis;

    WatchStream(Runnable wake, long silenceMillisMax) {
        this.wake = wake;
        this.lookMillis = silenceMillisMax / LOOKS;
    }

    /// @param format cuts the bytes into events
    void begin(AsyncBody begun, EventParser format) {
        boolean isUnwanted;
        synchronized (this) {
            parser = format;
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
        lookLater(begun);
    }

    private void lookLater(AsyncBody from) {
        var _ = new CompletableFuture<Void>()
                .completeOnTimeout(null, lookMillis, TimeUnit.MILLISECONDS)
                .thenRun(() -> look(from));
    }

    /// Ends the watch if it has been silent for too long. Its reader opens another one, and that shows whether the
    /// server is there.
    private void look(AsyncBody from) {
        boolean isSilent;
        synchronized (this) {
            if (isClosed || isAtEnd) {
                return;
            }
            // Nothing comes that was not asked for.
            silentLooks = isHeldBack ? 0 : silentLooks + 1;
            isSilent = silentLooks > LOOKS;
        }
        if (isSilent) {
            from.cancel();
            end();
        } else {
            lookLater(from);
        }
    }

    synchronized boolean hasBegun() {
        return body != null;
    }

    @Override
    public void consume(List<ByteBuffer> bytes, AsyncBody from) {
        boolean isNews = false;
        boolean hasRoom;
        synchronized (this) {
            silentLooks = 0;
            for (ByteBuffer part : bytes) {
                isNews |= take(part);
            }
            hasRoom = events.size() < EVENTS_WAITING_MAX && unreadable == null;
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
        if (unreadable != null) {
            return false;
        }
        int before = events.size();
        try {
            Objects.requireNonNull(parser).take(part, event -> {
                if (!isClosed) {
                    events.add(event);
                }
            });
        } catch (UncheckedIOException e) {
            unreadable = e;
        }
        return events.size() > before || unreadable != null;
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
        UncheckedIOException problem;
        synchronized (this) {
            event = events.poll();
            problem = event == null && !isClosed ? unreadable : null;
            if (isHeldBack && unreadable == null && events.size() < EVENTS_WAITING_MAX / 2) {
                isHeldBack = false;
                toContinue = body;
            }
        }
        if (problem != null) {
            close();
            throw problem;
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
