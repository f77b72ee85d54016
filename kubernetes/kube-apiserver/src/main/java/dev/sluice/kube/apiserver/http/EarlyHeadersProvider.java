package dev.sluice.kube.apiserver.http;

import io.helidon.common.GenericType;
import io.helidon.common.media.type.MediaType;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http.spi.Sink;
import io.helidon.webserver.http.spi.SinkProvider;
import io.helidon.webserver.http.spi.SinkProviderContext;
import java.util.function.BiConsumer;

/// Sends the headers of a response and hands out the stream of its body, see [EarlyHeaders]. Found by Helidon through
/// `META-INF/services`.
@SuppressWarnings("TypeParameterUnusedInFormals") // Helidon declares them so
public final class EarlyHeadersProvider implements SinkProvider<byte[]> {

    @Override
    public boolean supports(GenericType<? extends Sink<?>> type, ServerRequest request) {
        return type.equals(EarlyHeaders.TYPE);
    }

    @Override
    @SuppressWarnings("unchecked") // Helidon asks for the one type that is supported
    public <X extends Sink<byte[]>> X create(SinkProviderContext context) {
        EarlyHeaders sink = new EarlyHeaders(context.serverResponse().outputStream());
        context.flushHeaders();
        return (X) sink;
    }

    @Override
    @SuppressWarnings("removal") // abstract until Helidon removes it
    public <X extends Sink<byte[]>> X create(
            ServerResponse response, BiConsumer<Object, MediaType> writer, Runnable close) {
        throw new UnsupportedOperationException("a sink needs its context to send headers");
    }
}
