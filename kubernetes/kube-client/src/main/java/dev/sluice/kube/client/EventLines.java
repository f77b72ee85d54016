package dev.sluice.kube.client;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.WatchEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Events in JSON, one a line.
final class EventLines implements EventParser {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void take(ByteBuffer part, Consumer<WatchEvent> events) {
        byte[] bytes = new byte[part.remaining()];
        part.get(bytes);
        int begin = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                line.write(bytes, begin, at - begin);
                end(events);
                begin = at + 1;
            }
        }
        line.write(bytes, begin, bytes.length - begin);
        if (line.size() > EVENT_BYTES_MAX) {
            throw new UncheckedIOException(new IOException("a line of a watch is longer than " + EVENT_BYTES_MAX));
        }
    }

    private void end(Consumer<WatchEvent> events) {
        if (line.size() > 0) {
            events.accept(event(line.toByteArray()));
        }
        line.reset();
    }

    private static WatchEvent event(byte[] text) {
        try {
            if (JsonText.read(text) instanceof JsonObject event) {
                return new WatchEvent(WatchEvent.Type.valueOf(event.text("type")), event.object("object"));
            }
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw Formats.unreadable("a line of a watch cannot be read", e);
        }
        throw new UncheckedIOException(new IOException("a line of a watch is no object"));
    }
}
