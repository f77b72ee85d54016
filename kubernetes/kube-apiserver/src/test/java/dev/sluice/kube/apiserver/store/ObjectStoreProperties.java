package dev.sluice.kube.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WatchEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// The store beside a list of everything that ever was.
class ObjectStoreProperties {
    private static final String PODS = "pods";

    record Step(String namespace, String name, int colour, boolean removes) {
        ObjectKey key() {
            return new ObjectKey(namespace, name);
        }

        JsonObject object() {
            return JsonObject.of(
                    "metadata",
                    JsonObject.builder()
                            .put("namespace", namespace)
                            .put("name", name)
                            .put("colour", colour)
                            .build());
        }
    }

    /// The store, and what it held after each version.
    private static final class Pair {
        final ObjectStore store;
        final Map<Long, NavigableMap<ObjectKey, JsonObject>> states = new HashMap<>();

        Pair(int remembered) {
            store = new ObjectStore(remembered);
            store.watchCache(PODS);
            states.put(store.version(), new TreeMap<>());
        }

        void play(Step step) {
            long before = store.version();
            NavigableMap<ObjectKey, JsonObject> state = new TreeMap<>(Objects.requireNonNull(states.get(before)));
            if (step.removes()) {
                assertThat(store.remove(PODS, step.key()).isPresent()).isEqualTo(state.remove(step.key()) != null);
            } else {
                state.put(step.key(), store.put(PODS, step.key(), step.object()));
            }
            states.put(store.version(), state);
            assertThat(store.watchCache(PODS).all()).isEqualTo(state);
        }
    }

    @Property
    void everyRememberedVersionCanBeReadAgain(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 50) int remembered) {
        Pair pair = new Pair(remembered);
        steps.forEach(pair::play);

        WatchCache watchCache = pair.store.watchCache(PODS);
        pair.states.forEach((version, state) -> {
            if (watchCache.remembers(version)) {
                assertThat(watchCache.asOf(version, "", null)).isEqualTo(state);
                ObjectKey after = new ObjectKey("b", "");
                assertThat(watchCache.asOf(version, "b", null)).isEqualTo(state.subMap(after, new ObjectKey("c", "")));
                assertThat(watchCache.asOf(version, "", after)).isEqualTo(state.tailMap(after, false));
            }
        });
        assertThat(watchCache.remembers(pair.store.version())).isTrue();
    }

    @Property
    void aFollowerWhoKeepsUpEndsWithWhatIsThere(
            @ForAll("steps") List<Step> steps,
            @ForAll @IntRange(max = 60) int begin,
            @ForAll boolean onlyRed,
            @ForAll boolean fromTheBeginning) {
        Pair pair = new Pair(100);
        steps.stream().limit(begin).forEach(pair::play);
        List<Integer> woken = new ArrayList<>();
        CacheWatcher.Subject subject = new CacheWatcher.Subject(
                pair.store.watchCache(PODS),
                "",
                object -> !onlyRed || isRed(object),
                JsonObject.EMPTY,
                pair.store::version);
        long from = pair.store.version();
        CacheWatcher cacheWatch = fromTheBeginning
                ? CacheWatcher.withInitialEvents(subject, from, false, () -> woken.add(1))
                : CacheWatcher.from(subject, from, () -> woken.add(1));
        Map<ObjectKey, JsonObject> seen = new TreeMap<>();
        if (!fromTheBeginning) {
            Objects.requireNonNull(pair.states.get(from)).forEach((key, object) -> {
                if (!onlyRed || isRed(object)) {
                    seen.put(key, object);
                }
            });
        }
        long lastVersion = 0;
        steps.stream().skip(begin).forEach(pair::play);
        for (Optional<WatchEvent> event = cacheWatch.poll(); event.isPresent(); event = cacheWatch.poll()) {
            JsonObject object = event.get().object();
            long version = Long.parseLong(object.text("metadata", "resourceVersion"));
            ObjectKey key = new ObjectKey(object.text("metadata", "namespace"), object.text("metadata", "name"));
            switch (event.get().type()) {
                case ADDED -> assertThat(seen.put(key, object)).isNull();
                case MODIFIED -> assertThat(seen.put(key, object)).isNotNull();
                case DELETED -> assertThat(seen.remove(key)).isNotNull();
                case BOOKMARK, ERROR -> throw new AssertionError(event.get().type());
            }
            if (version > from) {
                assertThat(version).isGreaterThan(lastVersion);
                lastVersion = version;
            }
        }

        Map<ObjectKey, JsonObject> expected =
                new TreeMap<>(pair.store.watchCache(PODS).all());
        expected.values().removeIf(object -> onlyRed && !isRed(object));
        assertThat(seen).isEqualTo(expected);
        assertThat(woken.size()).isEqualTo(pair.store.version() > from ? 1 : 0);
    }

    @Property
    void whoFallsBehindIsToldSoAndCostsNothing(@ForAll @IntRange(min = 1, max = 20) int remembered) {
        Pair pair = new Pair(remembered);
        WatchCache watchCache = pair.store.watchCache(PODS);
        CacheWatcher cacheWatch = CacheWatcher.from(
                new CacheWatcher.Subject(watchCache, "", _ -> true, JsonObject.EMPTY, pair.store::version),
                pair.store.version(),
                () -> {});
        for (int i = 0; i <= remembered; i++) {
            pair.play(new Step("a", "x", i, false));
        }

        WatchEvent event = cacheWatch.poll().orElseThrow();

        assertThat(event.type()).isEqualTo(WatchEvent.Type.ERROR);
        assertThat(event.object().get("code")).isEqualTo(Json.of(410));
        assertThat(cacheWatch.isOver()).isTrue();
        assertThat(watchCache.watchCount()).isZero();
        assertThat(cacheWatch.poll()).isEmpty();
    }

    private static boolean isRed(JsonObject object) {
        return object.number(0, "metadata", "colour") == 1;
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of("a", "b", "c"),
                        Arbitraries.of("x", "y", "z"),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.of(true, false, false))
                .as(Step::new)
                .list()
                .ofMaxSize(80);
    }
}
