package dev.sluice.kube.client;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.WatchEvent;
import java.io.ByteArrayOutputStream;
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
    }

    private void end(Consumer<WatchEvent> events) {
        if (line.size() > 0 && JsonText.read(line.toByteArray()) instanceof JsonObject event) {
            events.accept(new WatchEvent(WatchEvent.Type.valueOf(event.text("type")), event.object("object")));
        }
        line.reset();
    }
}
