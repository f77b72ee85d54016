package dev.sluice.kube.apiserver.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// The server's end of a web socket (RFC 6455): sends messages, answers pings, and notices when the client leaves.
final class WebSocket {
    /// What the RFC has both ends put behind the client's key.
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    /// Of a message to a server that is told nothing but pings.
    private static final int MESSAGE_BYTES_MAX = 1 << 16;

    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int TEXT = 0x1;
    private static final int BINARY = 0x2;
    private static final int CLOSE = 0x8;
    private static final int PING = 0x9;
    private static final int PONG = 0xA;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int MASK_BYTES = 4;

    private final DataReader in;
    private final DataWriter out;
    private final SlowClients slowClients;

    private WebSocket(ConnectionContext connection, SlowClients slowClients) {
        in = connection.dataReader();
        out = connection.dataWriter();
        this.slowClients = slowClients;
    }

    /// Agrees to what the client proposes.
    ///
    /// @param key that it sent
    static WebSocket accept(ConnectionContext connection, String key, SlowClients slowClients) {
        String head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + answer(key) + "\r\n\r\n";
        try (SlowClients.Guard _ = slowClients.guard()) {
            connection.dataWriter().writeNow(BufferData.create(head.getBytes(StandardCharsets.US_ASCII)));
        }
        return new WebSocket(connection, slowClients);
    }

    private static String answer(String key) {
        try {
            byte[] text = (key + MAGIC).getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1", e);
        }
    }

    /// A stream on which each array that is written becomes a message.
    OutputStream messages(boolean isText) {
        return new OutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                send(isText ? TEXT : BINARY, BufferData.create(bytes, offset, length));
            }

            @Override
            public void write(int single) {
                write(new byte[] {(byte) single}, 0, 1);
            }
        };
    }

    /// Reads until the client leaves.
    void untilClosed() {
        try {
            while (isReading()) {
                // each message is dealt with as it comes
            }
        } catch (CloseConnectionException | DataReader.InsufficientDataAvailableException | UncheckedIOException e) {
            // Gone without a word, which is how most leave, or too slow.
            return;
        }
    }

    private boolean isReading() {
        int opcode = in.read() & 0xF;
        int second = in.read() & 0xFF;
        long length = length(second & ~MASKED);
        if (length > MESSAGE_BYTES_MAX || (second & MASKED) == 0) {
            close();
            return false;
        }
        byte[] mask = in.readBytes(MASK_BYTES);
        byte[] message = in.readBytes((int) length);
        for (int i = 0; i < message.length; i++) {
            message[i] ^= mask[i % MASK_BYTES];
        }
        switch (opcode) {
            case CLOSE -> close();
            case PING -> send(PONG, BufferData.create(message));
            default -> {
                // A watch has nothing to be told.
            }
        }
        return opcode != CLOSE;
    }

    private long length(int told) {
        int bytes = told == LENGTH_16 ? 2 : told == LENGTH_64 ? 8 : 0;
        long length = bytes == 0 ? told : 0;
        for (int i = 0; i < bytes; i++) {
            length = length << 8 | (in.read() & 0xFF);
        }
        return length < 0 ? Long.MAX_VALUE : length;
    }

    void close() {
        send(CLOSE, BufferData.empty());
    }

    /// Messages and answers to pings come from different threads; neither may hold the other up for ever.
    private synchronized void send(int opcode, BufferData message) {
        int length = message.available();
        BufferData head = BufferData.growing(10);
        head.write(FINAL | opcode);
        if (length < LENGTH_16) {
            head.write(length);
        } else if (length < 1 << 16) {
            head.write(LENGTH_16);
            head.writeInt16(length);
        } else {
            head.write(LENGTH_64);
            head.writeInt32(0);
            head.writeInt32(length);
        }
        try (SlowClients.Guard _ = slowClients.guard()) {
            out.writeNow(head, message);
        }
    }
}
