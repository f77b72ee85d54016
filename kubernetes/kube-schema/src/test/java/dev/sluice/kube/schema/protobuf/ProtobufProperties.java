package dev.sluice.kube.schema.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.StructNormalizer;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ProtobufProperties {
    private static final Schema SCHEMA = Schema.kubernetes();
    private static final List<ObjectSchema> KINDS = SCHEMA.kinds().stream()
            .filter(kind -> !kind.apiVersion().equals("*"))
            // Cells of tables are no messages, so tables are never written so.
            .filter(kind -> !kind.kind().equals("Table"))
            .toList();

    private final ProtobufReader reader = new ProtobufReader(SCHEMA);
    private final ProtobufWriter writer = new ProtobufWriter(SCHEMA);

    @Property(tries = 500)
    void whatIsWrittenIsRead(@ForAll long seed) {
        Random random = new Random(seed);
        ObjectSchema kind = KINDS.get(random.nextInt(KINDS.size()));
        JsonObject object = StructNormalizer.of(kind, new RandomObject(random).of(kind));

        JsonObject read = reader.read(writer.write(object));

        assertThat(read).isEqualTo(object);
    }

    @Property(tries = 500)
    void whateverComesIsReadOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        ObjectSchema kind = KINDS.get(random.nextInt(KINDS.size()));
        byte[] bytes = writer.write(new RandomObject(random).of(kind));
        for (int i = 0; i < 3; i++) {
            bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
        }

        try {
            assertThat(JsonText.write(reader.read(bytes))).isNotEmpty();
        } catch (ApiException e) {
            assertThat(e.code()).isIn(400, 415);
        }
    }
}
