package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SlowClientsTest {
    private static final int MORE_THAN_ANY_BUFFER = 64 << 20;

    @Test
    void whoReadsNothingIsCutOff() throws IOException {
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

            assertThatThrownBy(writing::join).hasCauseInstanceOf(IOException.class);
            assertThat(client.isClosed()).isFalse();
        }
    }

    @Test
    void whoReadsIsLeftAlone() throws IOException {
        try (SlowClients slowClients = new SlowClients(new SystemClock(), new FailRunOnFault(), 1)) {
            SlowClients.Guard guard = slowClients.guard();
            guard.close();

            assertThat(Thread.interrupted()).isFalse();
        }
    }
}
