package dev.sluice.kube.client;

import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Events in protobuf, each after its length in four bytes.
final class EventFrames implements EventParser {
    private static final int HEAD_LENGTH = 4;

    private final ProtobufReader reader;
    private final byte[] head = new byte[HEAD_LENGTH];
    private byte[] frame = {};
    private int headSize;
    private int size;

    EventFrames(ProtobufReader reader) {
        this.reader = reader;
    }

    @Override
    public void take(ByteBuffer part, Consumer<WatchEvent> events) {
        while (part.hasRemaining()) {
            if (headSize < HEAD_LENGTH) {
                head[headSize++] = part.get();
                if (headSize == HEAD_LENGTH) {
                    frame = new byte[length()];
                    size = 0;
                }
            } else {
                int some = Math.min(part.remaining(), frame.length - size);
                part.get(frame, size, some);
                size += some;
                if (size == frame.length) {
                    headSize = 0;
                    events.accept(event());
                }
            }
        }
    }

    private int length() {
        int length = ByteBuffer.wrap(head).getInt();
        if (length < 0 || length > EVENT_BYTES_MAX) {
            throw new UncheckedIOException(new IOException("an event of a watch has a length of " + length));
        }
        return length;
    }

    private WatchEvent event() {
        try {
            return reader.readEvent(frame);
        } catch (ApiException e) {
            throw Formats.unreadable("an event of a watch cannot be read", e);
        }
    }
}
