package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A parsed Accept header: the format, and the view (object, table or metadata).
///
/// @param as what objects are converted to; empty for the object itself
/// @param version group and version of that
/// @param isPretty whether the output is indented
record Accept(Format format, String as, String version, boolean isPretty) {
    static final String TABLE = "Table";
    static final String PARTIAL = "PartialObjectMetadata";
    static final String PARTIAL_LIST = "PartialObjectMetadataList";

    /// What the media types of one request may ask for, besides a format.
    @FunctionalInterface
    interface Offer {
        boolean has(Format format, String as, String version);
    }

    /// Objects can be turned into tables and into their metadata alone.
    static final Offer OBJECTS = (format, as, version) -> switch (as) {
        case "" -> true;
        case TABLE -> isMeta(version) && format != Format.PROTOBUF;
        case PARTIAL, PARTIAL_LIST -> isMeta(version);
        default -> false;
    };

    /// Watches are not told in YAML.
    static final Offer WATCHES = (format, as, version) -> format != Format.YAML && OBJECTS.has(format, as, version);

    static final Offer PLAIN = (_, as, _) -> as.isEmpty();

    private static final Accept JSON = new Accept(Format.JSON, "", "", false);

    private static final int NOT_ACCEPTABLE = 406;

    /// One of the media types that a client takes.
    private record Choice(String type, Map<String, String> parameters, double weight) {

        static Choice parse(String text) {
            String[] parts = text.split(";", -1);
            Map<String, String> parameters = new HashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int split = parts[i].indexOf('=');
                if (split > 0) {
                    parameters.put(
                            parts[i].substring(0, split).strip(),
                            parts[i].substring(split + 1).strip().replace("\"", ""));
                }
            }
            return new Choice(parts[0].strip().toLowerCase(Locale.ROOT), parameters, weight(parameters.get("q")));
        }

        private static double weight(@Nullable String text) {
            try {
                return text == null ? 1 : Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return 1;
            }
        }

        boolean matches(Format format) {
            return type.equals("*/*") || type.equals("application/*") || type.equals(format.mediaType());
        }

        boolean isGeneral() {
            return type.endsWith("/*");
        }

        Optional<Accept> accept(Format format, Offer offer) {
            String as = parameters.getOrDefault("as", "");
            String version = parameters.getOrDefault("g", "") + "/" + parameters.getOrDefault("v", "");
            boolean isPretty = parameters.getOrDefault("pretty", "").equals("1");
            return offer.has(format, as, version)
                    ? Optional.of(new Accept(format, as, version, isPretty))
                    : Optional.empty();
        }
    }

    /// The first thing that the client wants most and we have.
    ///
    /// @param header empty if the client does not say
    static Accept negotiate(String header, Offer offer) {
        if (header.isBlank()) {
            return JSON;
        }
        List<Choice> choices = new ArrayList<>();
        for (String text : header.split(",", -1)) {
            choices.add(Choice.parse(text));
        }
        choices.sort(
                Comparator.comparingDouble((Choice choice) -> -choice.weight).thenComparing(Choice::isGeneral));
        boolean isAnyKnown = false;
        for (Choice choice : choices) {
            for (Format format : Format.values()) {
                if (choice.matches(format)) {
                    isAnyKnown = true;
                    Optional<Accept> accept = choice.accept(format, offer);
                    if (accept.isPresent()) {
                        return accept.get();
                    }
                }
            }
        }
        throw notAcceptable(isAnyKnown, offer);
    }

    /// Errors stay what they are, in a format that the client takes if there is one.
    static Accept ofErrors(String header) {
        try {
            return new Accept(negotiate(header, PLAIN).format, "", "", false);
        } catch (ApiException e) {
            return JSON;
        }
    }

    private static ApiException notAcceptable(boolean isAnyKnown, Offer offer) {
        if (!isAnyKnown) {
            String message = "406: Not Acceptable\n\nAvailable representations: " + Format.ALL;
            return new ApiStatus(NOT_ACCEPTABLE, "NotAcceptable", message, JsonObject.EMPTY).exception();
        }
        String all = offer.has(Format.YAML, "", "")
                ? Format.ALL
                : Format.JSON.mediaType() + ";stream=watch, " + Format.PROTOBUF.mediaType() + ";stream=watch";
        return new ApiStatus(
                        NOT_ACCEPTABLE, "NotAcceptable", "only the following media types are accepted: " + all, null)
                .exception();
    }

    private static boolean isMeta(String version) {
        return version.equals("meta.k8s.io/v1") || version.equals("meta.k8s.io/v1beta1");
    }
}
