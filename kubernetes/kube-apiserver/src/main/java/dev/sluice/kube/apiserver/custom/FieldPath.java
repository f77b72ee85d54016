package dev.sluice.kube.apiserver.custom;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A path such as `.spec.labels['a.b']` into objects of a schema, as selectable fields and rules name one.
///
/// @param path as Kubernetes tells it, such as `spec.labels[a.b]`; empty if there is a problem
/// @param root the first name in it
/// @param found what is there; nothing if there is a problem
/// @param problem in Kubernetes' words; empty if there is none
record FieldPath(String path, String root, @Nullable SchemaNode found, String problem) {
    private static final String ENDS = "unexpected end of JSON path";
    private static final String NOWHERE = "does not refer to a valid field";

    static FieldPath of(String text, SchemaNode schema, boolean allowsBrackets) {
        try {
            return new Reader(tokens(text), schema).read(allowsBrackets);
        } catch (IllegalArgumentException e) {
            return new FieldPath("", "", null, String.valueOf(e.getMessage()));
        }
    }

    /// What is between the signs, and the signs themselves; what is quoted is one.
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = text.charAt(from) == '\'' ? endOfQuoted(text, from) : endOfName(text, from);
            tokens.add(text.substring(from, to));
            from = to;
        }
        return tokens;
    }

    private static int endOfQuoted(String text, int from) {
        for (int i = from + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\'' && text.charAt(i - 1) != '\\') {
                return i + 1;
            }
        }
        return text.length();
    }

    private static int endOfName(String text, int from) {
        int to = from;
        while (to < text.length() && ".[]".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        return to == from ? from + 1 : to;
    }

    /// Goes down the schema, word by word.
    private static final class Reader {
        private final List<String> tokens;
        private final StringBuilder path = new StringBuilder();
        private SchemaNode node;
        private String root = "";
        private int next;

        Reader(List<String> tokens, SchemaNode schema) {
            this.tokens = tokens;
            this.node = schema;
        }

        FieldPath read(boolean allowsBrackets) {
            while (next < tokens.size()) {
                String token = take();
                switch (token) {
                    case "." -> enter(take());
                    case "[" -> {
                        if (!allowsBrackets) {
                            throw new IllegalArgumentException("array notation is not allowed");
                        }
                        bracketed();
                    }
                    default -> throw new IllegalArgumentException("expected [ or . but got: " + token);
                }
            }
            return new FieldPath(path.toString(), root, node, "");
        }

        private String take() {
            if (next == tokens.size()) {
                throw new IllegalArgumentException(ENDS);
            }
            return tokens.get(next++);
        }

        private void bracketed() {
            String token = take();
            if (token.length() < 2 || !token.startsWith("'") || !token.endsWith("'")) {
                throw new IllegalArgumentException("expected single quoted string but got " + token);
            }
            enter(unescaped(token.substring(1, token.length() - 1)));
            String end = take();
            if (!end.equals("]")) {
                throw new IllegalArgumentException("expected ] but got " + end);
            }
        }

        private void enter(String name) {
            boolean isNamed = node.schema().has("properties");
            SchemaNode inner = isNamed ? node.property(name) : node.others();
            if (inner == null) {
                throw new IllegalArgumentException(NOWHERE);
            }
            if (isNamed) {
                path.append(path.isEmpty() ? "" : ".").append(name);
            } else {
                path.append('[').append(name).append(']');
            }
            root = root.isEmpty() ? name : root;
            node = inner;
        }

        private static String unescaped(String text) {
            StringBuilder plain = new StringBuilder();
            boolean isEscaped = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                int known = isEscaped ? "abfnrtv'\\".indexOf(c) : 0;
                if (known < 0) {
                    throw new IllegalArgumentException("invalid string literal: invalid escape char \\" + c);
                }
                boolean isSign = !isEscaped && c == '\\';
                if (!isSign) {
                    plain.append(isEscaped ? "\007\b\f\n\r\t\013'\\".charAt(known) : c);
                }
                isEscaped = isSign;
            }
            return plain.toString();
        }
    }
}
