package dev.sluice.kube.apiserver.http;

import io.helidon.common.GenericType;
import io.helidon.webserver.http.spi.Sink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// A response whose headers have gone out before its first byte.
///
/// Helidon's output stream keeps the headers back until there is something in the body. Sinks may send them at once.
record EarlyHeaders(OutputStream stream) implements Sink<byte[]> {
    static final GenericType<EarlyHeaders> TYPE = GenericType.create(EarlyHeaders.class);

    @Override
    public Sink<byte[]> emit(byte[] bytes) {
        try {
            stream.write(bytes);
            stream.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
