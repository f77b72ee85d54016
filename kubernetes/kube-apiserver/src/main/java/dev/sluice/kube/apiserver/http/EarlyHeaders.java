package dev.sluice.kube.apiserver.http;

import io.helidon.common.GenericType;
import io.helidon.webserver.http.spi.Sink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// A response whose headers are sent before its first body byte.
///
/// Helidon's output stream holds the headers back until there is a body byte; sinks may send them at once.
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
