package dev.sluice.testkit.kubernetes;

import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A server that is hard to reach: lists fail, watches end at any event or are told that they are too old, and
/// bookmarks come late.
///
/// Faults come at random, at a rate, or where the test says: [#cutAt] and [#expireAt] name one watch event. Writes and
/// gets pass. Events are neither lost nor reordered within a watch.
public final class FaultyKube extends ForwardingKube {
    private static final long NEVER = Long.MAX_VALUE;

    /// For so many polls at most a watch holds back a bookmark and all that follows it.
    private static final int BOOKMARK_DELAY_MAX = 5;

    /// What goes wrong.
    public enum Fault {
        /// A list is refused, or its connection breaks.
        LIST_FAILED,
        /// A watch is not opened.
        WATCH_NOT_OPENED,
        /// A watch with initial events is refused, as old servers do.
        STREAM_REFUSED,
        /// The connection of a watch closes.
        WATCH_CLOSED,
        /// The version of a watch is compacted: 410.
        WATCH_EXPIRED,
        /// The server fails within a watch: 500.
        WATCH_FAILED,
        /// A bookmark and all that follows it come late.
        BOOKMARK_LATE
    }

    private static final List<Fault> ENDS = List.of(Fault.WATCH_CLOSED, Fault.WATCH_EXPIRED, Fault.WATCH_FAILED);

    private final RandomGenerator random;
    private final boolean refusesStreams;
    private double rate;
    private long delivered;
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private long endAt = NEVER;
    private Fault end = Fault.WATCH_CLOSED;

    /// @param rate the probability of a fault, for each list, each watch that opens, and each poll
    /// @param refusesStreams whether it refuses watches with initial events, as old servers do
    public FaultyKube(Kube kube, RandomGenerator random, double rate, boolean refusesStreams) {
        super(kube);
        this.random = random;
        this.rate = rate;
        this.refusesStreams = refusesStreams;
    }

    /// Returns a server that fails only where the test says.
    public static FaultyKube onDemand(Kube kube, RandomGenerator random) {
        return new FaultyKube(kube, random, 0, false);
    }

    /// Ends all random faults.
    public void heal() {
        rate = 0;
    }

    /// Changes the rate of random faults.
    public void fail(double newRate) {
        rate = newRate;
    }

    /// Ends the watch that is to deliver the n-th event, counted over all watches from the start, before that event.
    public void cutAt(long event) {
        endAt = event;
        end = Fault.WATCH_CLOSED;
    }

    /// Like [#cutAt], with the error 410, so that the client has to list again.
    public void expireAt(long event) {
        endAt = event;
        end = Fault.WATCH_EXPIRED;
    }

    /// Returns how many watch events have been delivered, bookmarks included.
    public long delivered() {
        return delivered;
    }

    /// Returns how many faults there have been.
    public long faults() {
        return faults.values().stream().mapToLong(Long::longValue).sum();
    }

    /// Returns how many faults there have been of each kind; those that have not struck are missing.
    public Map<Fault, Long> faultsByKind() {
        return Map.copyOf(faults);
    }

    private boolean strikes() {
        return rate > 0 && random.nextDouble() < rate;
    }

    private boolean strikes(Fault fault) {
        boolean isFault = strikes();
        if (isFault) {
            count(fault);
        }
        return isFault;
    }

    private void count(Fault fault) {
        faults.merge(fault, 1L, Long::sum);
    }

    private RuntimeException fault() {
        return switch (random.nextInt(4)) {
            case 0 -> new UncheckedIOException(new IOException("connection reset"));
            case 1 -> ApiStatus.expired("too old");
            case 2 -> ApiStatus.internal("etcdserver: leader changed");
            default -> new ApiStatus(429, "TooManyRequests", "later", null).exception();
        };
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        if (strikes(Fault.LIST_FAILED)) {
            throw fault();
        }
        return super.list(type, namespace, options);
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        if (refusesStreams && options.initialEvents()) {
            count(Fault.STREAM_REFUSED);
            throw ApiStatus.badRequest("sendInitialEvents is forbidden for watch");
        }
        if (strikes(Fault.WATCH_NOT_OPENED)) {
            throw fault();
        }
        return new FaultyWatch(super.watch(type, namespace, options, wake), wake);
    }

    private final class FaultyWatch extends ForwardingWatch {
        private final Runnable wake;
        private @Nullable WatchEvent held;
        private int pollsHeld;
        private boolean isCut;

        FaultyWatch(KubeWatch watch, Runnable wake) {
            super(watch);
            this.wake = wake;
        }

        @Override
        public Optional<WatchEvent> poll() {
            if (isCut) {
                return Optional.empty();
            }
            if (strikes()) {
                return cut(ENDS.get(random.nextInt(ENDS.size())));
            }
            if (held == null) {
                held = super.poll().orElse(null);
                pollsHeld = held != null && held.type() == WatchEvent.Type.BOOKMARK && strikes(Fault.BOOKMARK_LATE)
                        ? random.nextInt(BOOKMARK_DELAY_MAX) + 1
                        : 0;
            }
            WatchEvent event = held;
            if (event == null) {
                return Optional.empty();
            }
            if (pollsHeld > 0 && rate > 0) {
                pollsHeld--;
                wake.run();
                return Optional.empty();
            }
            if (delivered == endAt) {
                endAt = NEVER;
                return cut(end);
            }
            held = null;
            delivered++;
            return Optional.of(event);
        }

        @Override
        public Optional<WatchEvent> bookmark() {
            return isCut || held != null ? Optional.empty() : super.bookmark();
        }

        private Optional<WatchEvent> cut(Fault how) {
            count(how);
            isCut = true;
            close();
            return switch (how) {
                case WATCH_EXPIRED -> error(ApiStatus.expired("too old resource version"));
                case WATCH_FAILED -> error(ApiStatus.internal("gone away"));
                default -> Optional.empty();
            };
        }

        private static Optional<WatchEvent> error(ApiException failure) {
            return Optional.of(new WatchEvent(WatchEvent.Type.ERROR, failure.body()));
        }

        @Override
        public boolean isOver() {
            return isCut || (held == null && super.isOver());
        }
    }
}
