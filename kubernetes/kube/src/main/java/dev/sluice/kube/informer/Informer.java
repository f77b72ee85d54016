package dev.sluice.kube.informer;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
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
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Keeps a copy of the objects that a server has, and notifies handlers of changes.
///
/// ```
///   LISTING ──────── last page ───────┐            ┌── 410 Gone ── LISTING or STREAMING
///   STREAMING ── marked bookmark ── FOLLOWING ─────┼── the watch has ended ── FOLLOWING from the last version
///        └── refused: LISTING                      └── anything else ── wait, then go on
/// ```
///
/// A relist is compared with the cache: missing objects are deleted, objects with another uid are deleted and added,
/// objects with another resource version are updated. Handlers hear nothing of the others. The resource version that a
/// watch resumes from only moves forward, by events and bookmarks, so that no event is delivered twice.
public final class Informer implements Step, AutoCloseable {
    /// Limits the events handled in one turn, so that a burst does not starve the other steps.
    static final int EVENTS_PER_TURN_MAX = 1024;

    /// A watch that ends sooner without an event counts as a failure and is followed by a backoff. Otherwise a server
    /// that ends all watches at once would be called without pause.
    static final long SHORTEST_WATCH_NANOS = 1_000_000_000L;

    private static final int GONE = 410;

    /// Codes that say nothing of whether the server can stream lists: credentials and rights may be mended, a
    /// version may be too old, and there may be too many requests.
    private static final Set<Integer> IN_PASSING = Set.of(401, 403, GONE, 429);

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
    private InformerListener listener = InformerListener.NONE;

    private State state;
    private boolean canStream;
    private boolean isFailing;
    private boolean isWaiting;
    private long timer = Timers.NO_TIMER;
    private boolean isSynced;
    private boolean isClosed;

    /// Of the list in progress: the objects so far. The next page is at `nextPage`.
    private Map<ObjectKey, JsonObject> arriving = new LinkedHashMap<>();

    private String nextPage = "";
    private String version = "";

    private @Nullable KubeWatch watch;
    private long watchSinceNanos;

    /// True if the watch may have events. Any thread may set it. Most turns of most informers find it false and return.
    private volatile boolean mayHaveEvents;

    private boolean hasWatchEvents;

    private long relists;

    /// Creates an informer with an empty cache.
    ///
    /// @param random jitter of the backoff
    /// @param wake makes the crank turn; called from any thread when the server may have events
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
        this.state = initialState();
    }

    /// Adds a handler, and calls `onAdd` for every object in the cache.
    public void addHandler(InformerHandler handler) {
        cache.all().forEach(handler::onAdd);
        handlers.add(handler);
    }

    /// Sets what is told of failures.
    public void tellFailuresTo(InformerListener newListener) {
        listener = newListener;
    }

    public ObjectCache cache() {
        return cache;
    }

    /// True once the cache has held a consistent state of the server.
    public boolean isSynced() {
        return isSynced;
    }

    /// Returns whether a watch tells what changes after what the cache has.
    public boolean isFollowing() {
        return state == State.FOLLOWING && watch != null;
    }

    /// Returns the last resource version seen, 0 before the first list. Since Kubernetes 1.35 versions of one resource
    /// are comparable as numbers.
    public long version() {
        return isSynced ? versionNumber(version) : 0;
    }

    /// Returns how often the informer had to list again.
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
            relistIfStreaming();
            fails(String.valueOf(e.getMessage()), nowNanos);
            return 1;
        }
    }

    private int listPage() {
        KubeList page = kube.list(target.type(), target.namespace(), target.page(nextPage));
        works();
        for (JsonObject object : page.items()) {
            arriving.put(KubeObjects.key(object), target.trim().apply(object));
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
        if (!mayHaveEvents) {
            return 0;
        }
        mayHaveEvents = false;
        for (int events = 0; events < EVENTS_PER_TURN_MAX; events++) {
            Optional<WatchEvent> event = open.poll();
            if (event.isEmpty()) {
                if (!open.isOver()) {
                    return events;
                }
                endWatch();
                relist();
                fails("the watch ended before it had all objects", nowNanos);
                return events + 1;
            }
            worksUnlessError(event.get());
            JsonObject object = event.get().object();
            switch (event.get().type()) {
                case ADDED, MODIFIED ->
                    arriving.put(KubeObjects.key(object), target.trim().apply(object));
                case DELETED -> arriving.remove(KubeObjects.key(object));
                case BOOKMARK -> {
                    if (object.text("metadata", "annotations", INITIAL_EVENTS_END)
                            .equals("true")) {
                        hasWatchEvents = true;
                        mayHaveEvents = true;
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
        mayHaveEvents = true;
        return EVENTS_PER_TURN_MAX;
    }

    private int follow(long nowNanos) {
        KubeWatch open = watch;
        if (open == null) {
            open(target.from(version), nowNanos);
            return 1;
        }
        if (!mayHaveEvents) {
            return 0;
        }
        mayHaveEvents = false;
        for (int events = 0; events < EVENTS_PER_TURN_MAX; events++) {
            Optional<WatchEvent> event = open.poll();
            if (event.isEmpty()) {
                return open.isOver() ? ended(events, nowNanos) : events;
            }
            if (event.get().type() == WatchEvent.Type.ERROR) {
                failed(event.get().object(), nowNanos);
                return events + 1;
            }
            works();
            hasWatchEvents = true;
            apply(event.get());
        }
        mayHaveEvents = true;
        return EVENTS_PER_TURN_MAX;
    }

    /// Moves the version to the server's if the watch can tell it and has no events left. Only watches within the
    /// process can; those over HTTP get a bookmark from the server about once a minute.
    ///
    /// @return whether the version has changed
    public boolean catchUp() {
        KubeWatch open = watch;
        if (state != State.FOLLOWING || open == null || isClosed || mayHaveEvents) {
            return false;
        }
        Optional<WatchEvent> bookmark = open.bookmark();
        bookmark.ifPresent(this::apply);
        return bookmark.isPresent();
    }

    private void open(WatchOptions options, long nowNanos) {
        mayHaveEvents = true;
        watchSinceNanos = nowNanos;
        hasWatchEvents = false;
        KubeWatch opened = kube.watch(target.type(), target.namespace(), options, this::eventsArrived);
        watch = opened;
        if (isFailing) {
            // A resource that does not change has no events to show that its watch works.
            timers.schedule(nowNanos + SHORTEST_WATCH_NANOS, (_, _) -> worksIfOpen(opened), 0);
        }
    }

    private void worksIfOpen(KubeWatch opened) {
        if (opened.equals(watch) && !opened.isOver() && !isClosed) {
            works();
        }
    }

    private void worksUnlessError(WatchEvent event) {
        if (event.type() != WatchEvent.Type.ERROR) {
            works();
        }
    }

    private void works() {
        if (isFailing) {
            isFailing = false;
            listener.worksAgain();
        }
    }

    private void fails(String why, long nowNanos) {
        isFailing = true;
        listener.fails(why);
        waitAfterFailure(nowNanos);
    }

    private void eventsArrived() {
        mayHaveEvents = true;
        wake.run();
    }

    private void apply(WatchEvent event) {
        JsonObject object = event.object();
        version = KubeObjects.resourceVersion(object);
        switch (event.type()) {
            case ADDED, MODIFIED -> put(KubeObjects.key(object), target.trim().apply(object));
            case DELETED -> remove(KubeObjects.key(object), target.trim().apply(object));
            case BOOKMARK, ERROR -> {}
        }
    }

    private int ended(int events, long nowNanos) {
        endWatch();
        if (!hasWatchEvents && nowNanos - watchSinceNanos < SHORTEST_WATCH_NANOS) {
            fails("the watch ended at once", nowNanos);
        }
        return events + 1;
    }

    private void refused(ApiException e, long nowNanos) {
        boolean isStreamRefused = state == State.STREAMING && watch == null && e.code() >= 400 && e.code() < 500;
        endWatch();
        if (isStreamRefused && !IN_PASSING.contains(e.code())) {
            canStream = false;
            relist();
            return;
        }
        if (e.code() == GONE) {
            // The server forgets old versions: that is no trouble.
            relist();
            waitAfterFailure(nowNanos);
        } else {
            relistIfStreaming();
            fails(describe(e.status()), nowNanos);
        }
    }

    private static String describe(ApiStatus status) {
        return (status.code() + " " + status.reason()).strip() + ": " + status.message();
    }

    private void failed(JsonObject status, long nowNanos) {
        endWatch();
        if (status.number(0, "code") == GONE) {
            relist();
            if (!isSynced || !hasWatchEvents) {
                waitAfterFailure(nowNanos);
            }
            return;
        }
        relistIfStreaming();
        fails(describe(ApiStatus.of(status)), nowNanos);
    }

    /// An interrupted initial stream is incomplete, so it starts over; a list goes on with its next page.
    private void relistIfStreaming() {
        if (state == State.STREAMING) {
            relist();
        }
    }

    private void relist() {
        relists++;
        arriving = new LinkedHashMap<>();
        nextPage = "";
        state = initialState();
    }

    private State initialState() {
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

    /// Replaces the cache with the listed objects and notifies handlers of the differences.
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
                removeMissed(key, last);
            }
        }
        now.forEach(this::put);
    }

    private void put(ObjectKey key, JsonObject object) {
        JsonObject known = cache.get(key);
        if (known != null && !KubeObjects.uid(known).equals(KubeObjects.uid(object))) {
            removeMissed(key, known);
            known = null;
        }
        if (known != null && KubeObjects.resourceVersion(known).equals(KubeObjects.resourceVersion(object))) {
            return;
        }
        cache.put(key, object);
        for (InformerHandler handler : handlers) {
            if (known == null) {
                handler.onAdd(object);
            } else {
                handler.onUpdate(known, object);
            }
        }
    }

    private void remove(ObjectKey key, JsonObject last) {
        if (cache.remove(key) == null) {
            return;
        }
        for (InformerHandler handler : handlers) {
            handler.onDelete(last);
        }
    }

    private void removeMissed(ObjectKey key, JsonObject last) {
        if (cache.remove(key) == null) {
            return;
        }
        for (InformerHandler handler : handlers) {
            handler.onMissedDelete(last);
        }
    }

    /// Closes the watch. Handlers are not called any more.
    @Override
    public void close() {
        isClosed = true;
        timers.cancel(timer);
        endWatch();
    }
}
