package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.schema.protobuf.ProtobufReader;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// A wire format: JSON, YAML or protobuf.
enum Format {
    JSON("application/json"),
    YAML("application/yaml"),
    PROTOBUF(ProtobufReader.MEDIA_TYPE);

    /// All of them, as errors list them.
    static final String ALL =
            Arrays.stream(values()).map(format -> format.mediaType).collect(Collectors.joining(", "));

    private final String mediaType;

    Format(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    static Optional<Format> of(String mediaType) {
        return Arrays.stream(values())
                .filter(format -> format.mediaType.equals(mediaType))
                .findFirst();
    }
}
