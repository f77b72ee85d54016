package dev.sluice.kube.informer;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Keeps a copy of what a server has, and tells onlookers what changes.
///
/// ```
///   LISTING ──────── last page ───────┐            ┌── 410: the server has forgotten ── LISTING or STREAMING
///   STREAMING ── marked bookmark ── FOLLOWING ─────┼── the watch has ended ── FOLLOWING from where it was
///        └── refused: LISTING                      └── anything else ── wait, then go on
/// ```
///
/// A list that comes after the first is compared with what is known: who is missing is told as gone, who has another
/// uid as gone and added, who has another version as changed, and nobody else. The version that a watch goes on from
/// counts only forwards, by events and bookmarks, so that nothing is told twice.
public final class Informer implements Step, AutoCloseable {
    /// A burst of events is handled in so many turns that the other steps are not starved.
    static final int EVENTS_PER_TURN_MAX = 1024;

    /// A watch that ends sooner, having told nothing, is taken for a failure; else a server that ends all of
    /// them would be asked without pause.
    static final long SHORTEST_WATCH_NANOS = 1_000_000_000L;

    private static final int GONE = 410;
    private static final int TOO_MANY = 429;
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private enum State {
        LISTING,
        STREAMING,
        FOLLOWING
    }

    private final Kube kube;
    private final InformerTarget target;
    private final Timers timers;
    private final Runnable wake;
    private final Backoff backoff;
    private final ObjectCache cache;
    private final List<InformerHandler> handlers = new ArrayList<>();

    private State state;
    private boolean canStream;
    private boolean isWaiting;
    private long timer = Timers.NO_TIMER;
    private boolean isSynced;
    private boolean isClosed;

    /// Of the list under way: the objects so far, and where the next page begins.
    private Map<ObjectKey, JsonObject> arriving = new LinkedHashMap<>();

    private String nextPage = "";
    private String version = "";

    private @Nullable KubeWatch watch;
    private long watchSinceNanos;

    /// Whether the watch may have something. Set by any thread; most turns of most informers find nothing, and end
    /// here.
    private volatile boolean hasNews;

    private boolean hasWatchTold;

    private long relists;

    /// One that knows nothing yet.
    ///
    /// @param random for the waiting after failures
    /// @param wake makes the crank turn; called from any thread when the server may have news
    public Informer(
            Kube kube,
            InformerTarget target,
            List<Index> indices,
            Timers timers,
            RandomGenerator random,
            Runnable wake) {
        this.kube = kube;
        this.target = target;
        this.timers = timers;
        this.wake = wake;
        this.backoff = new Backoff(random);
        this.cache = new ObjectCache(indices);
        this.canStream = target.start() == InformerTarget.Start.STREAM;
        this.state = beginning();
    }

    /// Who comes late is told of all that is known.
    public void tell(InformerHandler handler) {
        cache.all().forEach(handler::added);
        handlers.add(handler);
    }

    public ObjectCache cache() {
        return cache;
    }

    /// Whether the cache has ever been as the server was at one moment.
    public boolean isSynced() {
        return isSynced;
    }

    /// How far it has come; 0 if nowhere yet. Since Kubernetes 1.35 versions of a resource may be compared as numbers.
    public long version() {
        return isSynced ? versionNumber(version) : 0;
    }

    /// How often it had to start anew.
    public long relists() {
        return relists;
    }

    public static long versionNumber(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public String name() {
        return "informer of " + target.type().groupResource();
    }

    @Override
    public int work(long nowNanos) {
        if (isWaiting || isClosed) {
            return 0;
        }
        try {
            return switch (state) {
                case LISTING -> listPage();
                case STREAMING -> stream(nowNanos);
                case FOLLOWING -> follow(nowNanos);
            };
        } catch (ApiException e) {
            refused(e, nowNanos);
            return 1;
        } catch (UncheckedIOException e) {
            endWatch();
            startAgainIfStreaming();
            waitAfterFailure(nowNanos);
            return 1;
        }
    }

    private int listPage() {
        KubeList page = kube.list(target.type(), target.namespace(), target.page(nextPage));
        for (JsonObject object : page.items()) {
            arriving.put(KubeObjects.key(object), object);
        }
        nextPage = page.next();
        if (nextPage.isEmpty()) {
            replace(page.resourceVersion());
        }
        return 1 + page.items().size();
    }

    private int stream(long nowNanos) {
        KubeWatch open = watch;
        if (open == null) {
            open(target.stream(), nowNanos);
            return 1;
        }
        if (!hasNews) {
            return 0;
        }
        hasNews = false;
        for (int events = 0; events < EVENTS_PER_TURN_MAX; events++) {
            Optional<WatchEvent> event = open.poll();
            if (event.isEmpty()) {
                if (!open.isOver()) {
                    return events;
                }
                endWatch();
                startAnew();
                waitAfterFailure(nowNanos);
                return events + 1;
            }
            JsonObject object = event.get().object();
            switch (event.get().type()) {
                case ADDED, MODIFIED -> arriving.put(KubeObjects.key(object), object);
                case DELETED -> arriving.remove(KubeObjects.key(object));
                case BOOKMARK -> {
                    if (object.text("metadata", "annotations", INITIAL_EVENTS_END)
                            .equals("true")) {
                        hasWatchTold = true;
                        hasNews = true;
                        replace(KubeObjects.resourceVersion(object));
                        return events + 1;
                    }
                }
                case ERROR -> {
                    failed(object, nowNanos);
                    return events + 1;
                }
            }
        }
        hasNews = true;
        return EVENTS_PER_TURN_MAX;
    }

    private int follow(long nowNanos) {
        KubeWatch open = watch;
        if (open == null) {
            open(target.from(version), nowNanos);
            return 1;
        }
        if (!hasNews) {
            return 0;
        }
        hasNews = false;
        for (int events = 0; events < EVENTS_PER_TURN_MAX; events++) {
            Optional<WatchEvent> event = open.poll();
            if (event.isEmpty()) {
                return open.isOver() ? ended(events, nowNanos) : events;
            }
            if (event.get().type() == WatchEvent.Type.ERROR) {
                failed(event.get().object(), nowNanos);
                return events + 1;
            }
            hasWatchTold = true;
            apply(event.get());
        }
        hasNews = true;
        return EVENTS_PER_TURN_MAX;
    }

    private void open(WatchOptions options, long nowNanos) {
        hasNews = true;
        watchSinceNanos = nowNanos;
        hasWatchTold = false;
        watch = kube.watch(target.type(), target.namespace(), options, this::hear);
    }

    private void hear() {
        hasNews = true;
        wake.run();
    }

    private void apply(WatchEvent event) {
        JsonObject object = event.object();
        version = KubeObjects.resourceVersion(object);
        switch (event.type()) {
            case ADDED, MODIFIED -> put(KubeObjects.key(object), object);
            case DELETED -> remove(KubeObjects.key(object), object);
            case BOOKMARK, ERROR -> {}
        }
    }

    private int ended(int events, long nowNanos) {
        endWatch();
        if (!hasWatchTold && nowNanos - watchSinceNanos < SHORTEST_WATCH_NANOS) {
            waitAfterFailure(nowNanos);
        }
        return events + 1;
    }

    private void refused(ApiException e, long nowNanos) {
        boolean isStreamRefused = state == State.STREAMING && watch == null && e.code() >= 400 && e.code() < 500;
        endWatch();
        if (isStreamRefused && e.code() != GONE && e.code() != TOO_MANY) {
            canStream = false;
            startAnew();
            return;
        }
        if (e.code() == GONE) {
            startAnew();
        } else {
            startAgainIfStreaming();
        }
        waitAfterFailure(nowNanos);
    }

    private void failed(JsonObject status, long nowNanos) {
        endWatch();
        if (status.number(0, "code") == GONE) {
            startAnew();
            if (!isSynced || !hasWatchTold) {
                waitAfterFailure(nowNanos);
            }
            return;
        }
        startAgainIfStreaming();
        waitAfterFailure(nowNanos);
    }

    /// A stream that broke off has told nobody knows what; a list goes on with its next page.
    private void startAgainIfStreaming() {
        if (state == State.STREAMING) {
            startAnew();
        }
    }

    private void startAnew() {
        relists++;
        arriving = new LinkedHashMap<>();
        nextPage = "";
        state = beginning();
    }

    private State beginning() {
        return canStream ? State.STREAMING : State.LISTING;
    }

    private void endWatch() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }

    private void waitAfterFailure(long nowNanos) {
        isWaiting = true;
        timer = timers.schedule(backoff.afterFailure(nowNanos), (_, _) -> isWaiting = false, 0);
    }

    /// Makes the cache what has arrived.
    private void replace(String newVersion) {
        Map<ObjectKey, JsonObject> now = arriving;
        arriving = new LinkedHashMap<>();
        nextPage = "";
        version = newVersion;
        isSynced = true;
        state = State.FOLLOWING;
        List<ObjectKey> missing = new ArrayList<>();
        for (ObjectKey key : cache.byKey().keySet()) {
            if (!now.containsKey(key)) {
                missing.add(key);
            }
        }
        for (ObjectKey key : missing) {
            JsonObject last = cache.get(key);
            if (last != null) {
                remove(key, last);
            }
        }
        now.forEach(this::put);
    }

    private void put(ObjectKey key, JsonObject object) {
        JsonObject known = cache.get(key);
        if (known != null && !KubeObjects.uid(known).equals(KubeObjects.uid(object))) {
            remove(key, known);
            known = null;
        }
        if (known != null && KubeObjects.resourceVersion(known).equals(KubeObjects.resourceVersion(object))) {
            return;
        }
        cache.put(key, object);
        for (InformerHandler handler : handlers) {
            if (known == null) {
                handler.added(object);
            } else {
                handler.changed(known, object);
            }
        }
    }

    private void remove(ObjectKey key, JsonObject last) {
        if (cache.remove(key) == null) {
            return;
        }
        for (InformerHandler handler : handlers) {
            handler.gone(last);
        }
    }

    /// Ends its watch. Nothing is told any more.
    @Override
    public void close() {
        isClosed = true;
        timers.cancel(timer);
        endWatch();
    }
}
