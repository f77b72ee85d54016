package dev.sluice.kube.apiserver.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerListener;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// An informer tells when it cannot follow its resource, and when it can again.
class InformerListenerTest {
    private static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", true);
    private static final int CHANGES = 100;

    private final VirtualClock clock = new VirtualClock(1_800_000_000L * Clock.NANOS_PER_SECOND);
    private final TimerQueue timers = new TimerQueue();
    private final Seeds seeds = new Seeds(1);
    private final Server server = new Server(new InProcessServer(clock, seeds, CHANGES).kube());
    private final List<String> told = new ArrayList<>();
    private final Informer informer = new Informer(
            server, InformerTarget.all(CONFIG_MAPS), List.of(), timers, seeds.forActor("informer"), () -> {});
    private final VirtualCrank crank = new VirtualCrank(clock, timers, List.of(informer), new FailRunOnFault());

    InformerListenerTest() {
        informer.tellFailuresTo(new InformerListener() {
            @Override
            public void fails(String why) {
                told.add(why);
            }

            @Override
            public void worksAgain() {
                told.add("works again");
            }
        });
    }

    /// A server that refuses lists and watches, and cuts those that are open, while there is a failure.
    private static final class Server extends ForwardingKube {
        private Optional<Supplier<RuntimeException>> failure = Optional.empty();
        private int lists;

        Server(Kube kube) {
            super(kube);
        }

        private void check() {
            failure.ifPresent(it -> {
                throw it.get();
            });
        }

        @Override
        public KubeList list(ResourceType type, String namespace, ListOptions options) {
            check();
            lists++;
            return super.list(type, namespace, options);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            check();
            List<Runnable> wakes = new ArrayList<>(List.of(wake));
            KubeWatch open = super.watch(type, namespace, options, wake);
            return new ForwardingWatch(open) {
                @Override
                public boolean isOver() {
                    wakes.forEach(Runnable::run);
                    return failure.isPresent() || super.isOver();
                }
            };
        }
    }

    private void pass(long seconds) {
        crank.runUntil(clock.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    @Test
    void aDeniedListIsToldWithTheServersReason() {
        server.failure = Optional.of(() -> ApiStatus.forbidden(CONFIG_MAPS, "", "User cannot list"));
        pass(10);

        assertThat(informer.isSynced()).isFalse();
        assertThat(told).isNotEmpty().containsOnly("403 Forbidden: configmaps \"\" is forbidden: User cannot list");

        told.clear();
        server.failure = Optional.empty();
        pass(60);
        assertThat(informer.isSynced()).isTrue();
        assertThat(told).containsExactly("works again");
    }

    @Test
    void aMomentaryDenialDoesNotEndStreamingForGood() {
        for (ApiStatus denial : List.of(
                new ApiStatus(401, "Unauthorized", "the token has expired", null),
                new ApiStatus(403, "Forbidden", "User cannot watch", null))) {
            server.failure = Optional.of(denial::exception);
            pass(10);
        }
        assertThat(informer.isSynced()).isFalse();

        server.failure = Optional.empty();
        pass(60);

        assertThat(informer.isSynced()).isTrue();
        assertThat(server.lists).as("lists without a watch").isZero();
    }

    @Test
    void aServerThatIsGoneIsToldAndAQuietWatchWorksAgain() {
        pass(10);
        assertThat(told).isEmpty();

        server.failure = Optional.of(() -> new UncheckedIOException(new IOException("connection refused")));
        pass(10);
        assertThat(told).isNotEmpty().allMatch(why -> why.endsWith("connection refused"));

        told.clear();
        server.failure = Optional.empty();
        pass(60);
        assertThat(told).as("without any event").containsExactly("works again");
    }
}
