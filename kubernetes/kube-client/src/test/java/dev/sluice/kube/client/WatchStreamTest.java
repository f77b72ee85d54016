package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.port.WatchEvent;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests a watch against a transport with the JDK client's locking.
final class WatchStreamTest {
    private static final String ADDED = event("ADDED", "{'kind':'Pod','metadata':{'name':'one'}}");
    private static final String ERROR = event("ERROR", "{'kind':'Status','code':410}");

    private final WatchStream stream = new WatchStream(() -> {}, WatchStream.SILENCE_MILLIS_MAX);
    private final BusyBody body = new BusyBody(stream);

    @Test
    void aWatchCanBeClosedWhileBytesAreDelivered() {
        stream.begin(body, new EventLines());
        stream.close();

        assertThat(body.done()).isCancelled();
        assertThat(stream.isOver()).isTrue();
        assertThat(stream.poll()).as("what came later").isEmpty();
    }

    @Test
    void aWatchThatWasClosedBeforeItsFirstByteStopsTheTransport() {
        stream.close();
        stream.begin(body, new EventLines());

        assertThat(body.done()).isCancelled();
        assertThat(stream.poll()).isEmpty();
    }

    @Test
    void anErrorEventClosesTheWatch() {
        stream.begin(body, new EventLines());
        stream.consume(bytes(ERROR), body);

        assertThat(stream.poll()).map(WatchEvent::type).contains(WatchEvent.Type.ERROR);
        assertThat(body.done()).isCancelled();
        assertThat(stream.isOver()).isTrue();
    }

    @Test
    void eventsAreReadWhereverTheTransportCutsThem() {
        byte[] text = (ADDED + "\n" + ADDED.replace("one", "zwölf") + ADDED).getBytes(StandardCharsets.UTF_8);
        for (int first = 0; first <= text.length; first++) {
            for (int second = first; second <= text.length; second++) {
                WatchStream cut = new WatchStream(() -> {}, WatchStream.SILENCE_MILLIS_MAX);
                cut.begin(body, new EventLines());
                cut.consume(List.of(part(text, 0, first), part(text, first, second)), body);
                cut.consume(List.of(part(text, second, text.length)), body);

                assertThat(names(cut)).containsExactly("one", "zwölf", "one");
            }
        }
    }

    @Test
    void aLineThatCannotBeReadEndsTheWatchAfterTheEventsBeforeIt() {
        for (String line : List.of("<html>\n", "[1]\n", event("HELLO", "{}"), "\"text\"\n")) {
            WatchStream broken = new WatchStream(() -> {}, WatchStream.SILENCE_MILLIS_MAX);
            BusyBody from = new BusyBody(broken);
            broken.begin(from, new EventLines());
            broken.consume(bytes(ADDED + line + ADDED), from);

            assertThat(broken.isOver()).isFalse();
            assertThat(names(broken, 1)).containsExactly("one");
            assertThatThrownBy(broken::poll).as(line).isInstanceOf(UncheckedIOException.class);
            assertThat(broken.isOver()).isTrue();
            assertThat(broken.poll()).isEmpty();
            assertThat(from.done()).isCancelled();
        }
    }

    private static ByteBuffer part(byte[] text, int from, int to) {
        return ByteBuffer.wrap(text, from, to - from).asReadOnlyBuffer();
    }

    private static List<String> names(WatchStream stream) {
        return names(stream, Long.MAX_VALUE);
    }

    private static List<String> names(WatchStream stream, long most) {
        return Stream.generate(stream::poll)
                .limit(most)
                .takeWhile(Optional::isPresent)
                .map(event -> event.orElseThrow().object().text("metadata", "name"))
                .toList();
    }

    private static String event(String type, String object) {
        return "{'type':'%s','object':%s}\n".formatted(type, object).replace('\'', '"');
    }

    private static List<ByteBuffer> bytes(String text) {
        return List.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Like the JDK's HTTP/2 client, cancel waits until bytes being delivered on another thread have been consumed.
    private static final class BusyBody implements AsyncBody {
        private static final Duration FAR_TOO_LONG = Duration.ofSeconds(20);

        private final WatchStream to;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        BusyBody(WatchStream to) {
            this.to = to;
        }

        @Override
        public void consume() {
            // The tests deliver the bytes.
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            if (done.isDone()) {
                return;
            }
            Thread deliverer = Thread.ofVirtual().start(() -> to.consume(bytes(ADDED), this));
            try {
                assertThat(deliverer.join(FAR_TOO_LONG))
                        .as("the bytes were taken")
                        .isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            done.cancel(false);
        }
    }
}
