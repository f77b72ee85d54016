package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventFramesTest {
    private static final ProtobufReader READER = ProtobufReader.withoutManagedFields(Schema.kubernetes());

    @Test
    void eventsAreReadWhereverTheirBytesAreCut() {
        List<WatchEvent> sent = List.of(
                event(WatchEvent.Type.ADDED, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"ü\"}}}"),
                event(WatchEvent.Type.MODIFIED, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"),
                event(WatchEvent.Type.BOOKMARK, "{\"metadata\":{\"resourceVersion\":\"7\"}}"));
        byte[] bytes = frames(sent);

        for (int cut = 1; cut < bytes.length; cut++) {
            EventFrames frames = new EventFrames(READER);
            List<WatchEvent> seen = new ArrayList<>();
            frames.take(ByteBuffer.wrap(bytes, 0, cut), seen::add);
            frames.take(ByteBuffer.wrap(bytes, cut, bytes.length - cut), seen::add);

            assertThat(seen).as("cut at byte %d", cut).isEqualTo(sent);
        }
    }

    @Test
    void managedFieldsAreNotRead() {
        WatchEvent sent = event(
                WatchEvent.Type.ADDED,
                "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"manager\":\"m\",\"operation\":\"Apply\"}]}}");
        List<WatchEvent> seen = new ArrayList<>();

        new EventFrames(READER).take(ByteBuffer.wrap(frames(List.of(sent))), seen::add);

        assertThat(seen).containsExactly(event(WatchEvent.Type.ADDED, "{\"metadata\":{\"name\":\"a\"}}"));
    }

    private static WatchEvent event(WatchEvent.Type type, String configMap) {
        JsonObject object = (JsonObject) JsonText.read(configMap);
        return new WatchEvent(type, object.with("apiVersion", "v1").with("kind", "ConfigMap"));
    }

    private static byte[] frames(List<WatchEvent> events) {
        ProtobufWriter writer = new ProtobufWriter(Schema.kubernetes());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        events.forEach(event -> bytes.writeBytes(writer.frame(event)));
        return bytes.toByteArray();
    }
}
