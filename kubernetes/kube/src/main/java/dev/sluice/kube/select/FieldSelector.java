package dev.sluice.kube.select;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A field selector: requirements that must all hold.
public final class FieldSelector {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private final Term[] terms;

    private FieldSelector(List<Term> terms) {
        this.terms = terms.toArray(new Term[0]);
    }

    /// Parses the query form: `metadata.name=a,status.phase!=Failed`. In values, `\` escapes `\`, `,` and `=`.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400, in Kubernetes' words
    public static FieldSelector parse(String text, FieldLabels labels) {
        if (text.isEmpty()) {
            return EVERYTHING;
        }
        List<Term> terms = new ArrayList<>();
        for (String part : parts(text)) {
            Term term = term(part, text, labels);
            // Kubernetes ignores a lone operator.
            if (!term.field.isEmpty() || !term.value.isEmpty()) {
                terms.add(term);
            }
        }
        // Kubernetes parses all terms before it checks the labels.
        for (Term term : terms) {
            if (!labels.has(term.field)) {
                throw ApiStatus.badRequest(labels.refusal(term.field));
            }
        }
        return terms.isEmpty() ? EVERYTHING : new FieldSelector(terms);
    }

    /// Splits at commas and drops empty parts.
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ',') {
                if (i > from) {
                    parts.add(text.substring(from, i));
                }
                from = i + 1;
            } else if (text.charAt(i) == '\\' && i + 1 < text.length()) {
                i++;
            }
        }
        parts.sort(null);
        return parts;
    }

    private static Term term(String part, String all, FieldLabels labels) {
        for (int i = 0; i < part.length(); i++) {
            boolean not = part.startsWith("!=", i);
            if (not || part.charAt(i) == '=') {
                int valueFrom = i + (not || part.startsWith("==", i) ? 2 : 1);
                String field = part.substring(0, i);
                String value = unescaped(part, valueFrom);
                return new Term(field, labels.path(field).split("\\.", -1), !not, value, labels.whenMissing(field));
            }
        }
        throw ApiStatus.badRequest("invalid selector: '" + all + "'; can't understand '" + part + "'");
    }

    private static String unescaped(String part, int from) {
        StringBuilder value = new StringBuilder(part.length() - from);
        for (int i = from; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '\\') {
                i++;
                int escaped = i < part.length() ? part.codePointAt(i) : -1;
                if (escaped != '\\' && escaped != ',' && escaped != '=') {
                    throw ApiStatus.badRequest("invalid field selector: invalid escape sequence: \\"
                            + (escaped < 0 ? "" : Character.toString(escaped)));
                }
                value.append((char) escaped);
            } else if (c == '=') {
                throw ApiStatus.badRequest("invalid field selector: unescaped character in value: " + (int) c);
            } else {
                value.append(c);
            }
        }
        return value.toString();
    }

    public boolean matches(JsonObject object) {
        for (Term term : terms) {
            if (!term.matches(object)) {
                return false;
            }
        }
        return true;
    }

    /// True if it selects all objects.
    public boolean isEverything() {
        return terms.length == 0;
    }

    /// Returns the value that the field must have, if the selector requires one.
    public Optional<String> required(String field) {
        for (Term term : terms) {
            if (term.equal && term.field.equals(field)) {
                return Optional.of(term.value);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return List.of(terms).stream().map(Term::toString).collect(Collectors.joining(","));
    }

    private static final class Term {
        private final String field;
        private final String[] path;
        private final boolean equal;
        private final String value;
        private final String missing;

        Term(String field, String[] path, boolean equal, String value, String missing) {
            this.field = field;
            this.path = path;
            this.equal = equal;
            this.value = value;
            this.missing = missing;
        }

        boolean matches(JsonObject object) {
            return text(object.at(path)).equals(value) == equal;
        }

        private String text(@Nullable Json found) {
            return switch (found) {
                case null -> missing;
                case JsonNull _ -> missing;
                case JsonString(String text) -> text;
                case JsonNumber(String literal) -> literal;
                case JsonBoolean bool -> bool.toString();
                case JsonObject _, JsonArray _ -> "";
            };
        }

        @Override
        public String toString() {
            String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
            return field + (equal ? "=" : "!=") + escaped;
        }
    }
}
