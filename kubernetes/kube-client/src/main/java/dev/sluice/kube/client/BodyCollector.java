package dev.sluice.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// Collects the bytes of a response as they arrive on the transport's threads.
final class BodyCollector implements AsyncBody.Consumer<List<ByteBuffer>> {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void consume(List<ByteBuffer> parts, AsyncBody from) {
        for (ByteBuffer part : parts) {
            byte[] some = new byte[part.remaining()];
            part.get(some);
            bytes.writeBytes(some);
        }
        from.consume();
    }

    /// Returns all bytes; call it when the body is complete.
    byte[] bytes() {
        return bytes.toByteArray();
    }
}
