package dev.sluice.kube.apiserver.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.Router;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// A connection to a client that misbehaves. Web sockets only read and write; all other calls fail.
final class TestConnection implements ConnectionContext {
    private final DataReader reader;
    private final Runnable writing;

    /// @param sent what comes in next; null for the end
    /// @param writing happens whenever something goes out
    TestConnection(Supplier<byte[]> sent, Runnable writing) {
        this.reader = DataReader.create(sent);
        this.writing = writing;
    }

    /// Takes some writes; the next one waits until it is interrupted, as one to a socket whose buffers are full.
    static Runnable untilInterrupted(int taken) {
        AtomicInteger left = new AtomicInteger(taken);
        CountDownLatch never = new CountDownLatch(1);
        return () -> {
            if (left.getAndDecrement() > 0) {
                return;
            }
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new InterruptedIOException("Closed by interrupt"));
            }
        };
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public DataWriter dataWriter() {
        return new DataWriter() {
            @Override
            public void write(BufferData... buffers) {
                writing.run();
            }

            @Override
            public void write(BufferData buffer) {
                writing.run();
            }

            @Override
            public void writeNow(BufferData... buffers) {
                writing.run();
            }

            @Override
            public void writeNow(BufferData buffer) {
                writing.run();
            }
        };
    }

    @Override
    public ListenerContext listenerContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ExecutorService executor() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Router router() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PeerInfo remotePeer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public PeerInfo localPeer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public String socketId() {
        return "test";
    }

    @Override
    public String childSocketId() {
        return "test";
    }
}
