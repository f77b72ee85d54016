package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// The CEL functions of formats: `format.dns1123Label()` and others, `format.named`, `validate`.
final class FormatFunctions extends FunctionLibrary {
    /// @param validation returns the errors of a string
    record NamedFormat(String name, Function<String, List<String>> validation) {}

    private static final Map<String, NamedFormat> FORMATS = new LinkedHashMap<>();

    static {
        format("dns1123Label", "DNS1123Label", NameValidation::label);
        format("dns1123Subdomain", "DNS1123Subdomain", NameValidation::subdomain);
        format("dns1035Label", "DNS1035Label", NameValidation::dns1035Label);
        format("qualifiedName", "QualifiedName", NameValidation::qualifiedName);
        format("dns1123LabelPrefix", "DNS1123LabelPrefix", text -> NameValidation.label(NameValidation.prefix(text)));
        format(
                "dns1123SubdomainPrefix",
                "DNS1123SubdomainPrefix",
                text -> NameValidation.subdomain(NameValidation.prefix(text)));
        format(
                "dns1035LabelPrefix",
                "DNS1035LabelPrefix",
                text -> NameValidation.dns1035Label(NameValidation.prefix(text)));
        format("labelValue", "LabelValue", NameValidation::labelValue);
        format("uri", "URI", FormatFunctions::uri);
        format(
                "uuid",
                "uuid",
                text -> text.matches("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")
                        ? List.of()
                        : List.of("does not match the UUID format"));
        format("byte", "byte", unless(text -> Base64.getDecoder().decode(text), "invalid base64"));
        format("date", "date", unless(LocalDate::parse, "invalid date"));
        format("datetime", "datetime", unless(OffsetDateTime::parse, "invalid datetime"));
    }

    FormatFunctions() {
        FORMATS.forEach(
                (name, format) -> global("format." + name, "format." + name, KubeTypes.FORMAT, List.of(), _ -> format));
        global(
                "format.named",
                "format-named",
                OptionalType.create(KubeTypes.FORMAT),
                List.of(of(SimpleType.STRING, String.class)),
                args -> Optional.ofNullable(FORMATS.get((String) args[0])));
        member(
                "validate",
                "format-validate",
                OptionalType.create(ListType.create(SimpleType.STRING)),
                List.of(of(KubeTypes.FORMAT, NamedFormat.class), of(SimpleType.STRING, String.class)),
                args -> {
                    List<String> errors = ((NamedFormat) args[0]).validation().apply((String) args[1]);
                    return errors.isEmpty() ? Optional.empty() : Optional.of(errors);
                });
    }

    private static void format(String name, String called, Function<String, List<String>> validation) {
        FORMATS.put(name, new NamedFormat(called, validation));
    }

    private static Function<String, List<String>> unless(Consumer<String> parse, String problem) {
        return text -> {
            try {
                parse.accept(text);
                return List.of();
            } catch (DateTimeException | IllegalArgumentException e) {
                return List.of(problem);
            }
        };
    }

    private static List<String> uri(String text) {
        String problem = "parse " + GoQuoting.of(text) + ": ";
        if (text.isEmpty()) {
            return List.of(problem + "empty url");
        }
        try {
            boolean isOne = new URI(text).isAbsolute() || text.startsWith("/");
            return isOne ? List.of() : List.of(problem + "invalid URI for request");
        } catch (URISyntaxException e) {
            return List.of(problem + "invalid URI for request");
        }
    }
}
