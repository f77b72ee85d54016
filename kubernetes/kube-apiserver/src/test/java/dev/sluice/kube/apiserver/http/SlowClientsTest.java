package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SlowClientsTest {
    private static final int MORE_THAN_ANY_BUFFER = 64 << 20;

    /// Far longer than a busy machine takes.
    private static final long LIMIT_SECONDS = 60;

    @Test
    void clientsThatReadNothingAreDisconnected() throws IOException {
        try (SlowClients slowClients = new SlowClients(new SystemClock(), new FailRunOnFault(), 50);
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket served = listener.accept()) {
            CompletableFuture<Void> writing = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try (SlowClients.Guard _ = slowClients.guard()) {
                    OutputStream out = served.getOutputStream();
                    out.write(new byte[MORE_THAN_ANY_BUFFER]);
                    writing.complete(null);
                } catch (IOException e) {
                    writing.completeExceptionally(e);
                }
            });

            assertThatThrownBy(() -> writing.get(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
            assertThat(client.isClosed()).isFalse();
        }
    }

    @Test
    void clientsThatReadStayConnected() throws InterruptedException {
        Clock machine = new SystemClock();
        long begin = machine.nowNanos();
        AtomicBoolean hasRead = new AtomicBoolean();
        // The clock stands still while the client reads, so a slow machine does not matter.
        Clock clock = () -> hasRead.get() ? machine.nowNanos() : begin;
        CountDownLatch anotherIsCutOff = new CountDownLatch(1);
        try (SlowClients slowClients = new SlowClients(clock, new FailRunOnFault(), 1)) {
            slowClients.guard().close();
            hasRead.set(true);
            Thread.ofVirtual().start(() -> {
                try (SlowClients.Guard _ = slowClients.guard()) {
                    boolean _ = anotherIsCutOff.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    anotherIsCutOff.countDown();
                }
            });
            assertThat(anotherIsCutOff.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(Thread.interrupted()).isFalse();
    }
}
