package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventExpiryTest {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;
    private static final int REMEMBERED = 50;

    private final VirtualClock clock = new VirtualClock(START_NANOS);
    private final Kube kube = new InProcessServer(clock, new Seeds(3), REMEMBERED).kube();

    @Test
    void anEventGoesAfterAnHour() {
        event("a");
        pass(1800);
        event("b");

        pass(1799);
        assertThat(events()).containsExactly("a", "b");
        pass(1);
        assertThat(events()).containsExactly("b");
        pass(1800);
        assertThat(events()).isEmpty();
    }

    @Test
    void aWatchIsToldByWhateverIsWrittenNext() {
        JsonObject event = event("a");
        KubeWatch watch = kube.watch(
                KubeTypes.EVENTS, "default", WatchOptions.from(KubeObjects.resourceVersion(event)), () -> {});
        pass(3600);

        kube.create(KubeTypes.CONFIG_MAPS, "default", parse("{'metadata':{'name':'c'}}"), WriteOptions.PLAIN);

        assertThat(watch.poll().orElseThrow().type()).isEqualTo(WatchEvent.Type.DELETED);
    }

    @Test
    void whatIsToldAgainStaysAnotherHour() {
        event("a");
        pass(1800);
        kube.patch(
                KubeTypes.EVENTS,
                new ObjectKey("default", "a"),
                "",
                Patch.merge(parse("{'count':2}")),
                WriteOptions.PLAIN);

        pass(3599);
        assertThat(events()).containsExactly("a");
        pass(1);
        assertThat(events()).isEmpty();
    }

    private void pass(long seconds) {
        clock.advanceTo(clock.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    private List<String> events() {
        return kube.list(KubeTypes.EVENTS, "default", ListOptions.ALL).items().stream()
                .map(KubeObjects::name)
                .toList();
    }

    private JsonObject event(String name) {
        JsonObject event = parse(("{'metadata':{'name':'%s'},"
                        + "'involvedObject':{'kind':'Pod','namespace':'default','name':'p'},"
                        + "'reason':'R','message':'m','type':'Normal','count':1}")
                .formatted(name));
        return kube.create(KubeTypes.EVENTS, "default", event, WriteOptions.PLAIN);
    }

    private static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
