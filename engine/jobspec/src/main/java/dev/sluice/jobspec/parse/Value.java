package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.parse.JobspecException.Position;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A value in a text with typed accessors. An accessor returns the expected type or throws an error with the
/// position.
///
/// Plain scalars follow the core schema of YAML 1.2, which agrees with JSON.
public final class Value {
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(?:\\.[0-9]+|[0-9]+(?:\\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");

    /// Longer values are cut in messages.
    private static final int SHOWN_CHARS = 60;

    private final String source;
    private final Node node;
    private final @Nullable Value parent;
    private final String step;

    private Value(String source, Node node, @Nullable Value parent, String step) {
        this.source = source;
        this.node = node;
        this.parent = parent;
        this.step = step;
    }

    /// Parses YAML, or JSON if the text is JSON.
    static Value of(String text, String source) {
        boolean mayBeJson = text.stripLeading().startsWith("{") && text.length() <= Limits.MAX_JOBSPEC_CHARS;
        Optional<Node> json = mayBeJson ? JsonTreeParser.find(text, source) : Optional.empty();
        return new Value(source, json.orElseGet(() -> YamlText.parse(text, source)), null, "");
    }

    /// Parses JSON with one top-level key whose value stays unparsed text.
    public static Value ofJson(String text, String source, String opaqueKey) {
        return new Value(source, JsonTreeParser.parse(text, source, opaqueKey), null, "");
    }

    public boolean isMapping() {
        return node instanceof Node.Mapping;
    }

    public boolean isSequence() {
        return node instanceof Node.Sequence;
    }

    public boolean isScalar() {
        return node instanceof Node.Scalar && !isNull();
    }

    public boolean isNull() {
        return node instanceof Node.Scalar scalar
                && scalar.plain()
                && NULL.matcher(scalar.text()).matches();
    }

    public boolean isInteger() {
        return node instanceof Node.Scalar scalar
                && scalar.plain()
                && INTEGER.matcher(scalar.text()).matches();
    }

    /// The fields of a mapping, in the order of the text.
    public Map<String, Value> fields() {
        if (!(node instanceof Node.Mapping mapping)) {
            throw problem("must be a mapping");
        }
        Map<String, Value> fields =
                LinkedHashMap.newLinkedHashMap(mapping.fields().size());
        mapping.fields().forEach((key, field) -> fields.put(key, new Value(source, field.value(), this, key)));
        return fields;
    }

    /// The fields of a mapping; refuses fields other than the known ones.
    public Map<String, Value> fields(List<String> known) {
        Map<String, Value> fields = fields();
        if (node instanceof Node.Mapping mapping) {
            mapping.fields().forEach((key, field) -> {
                if (!known.contains(key)) {
                    throw new Value(source, field.value(), this, key).unknownKey(field.keyPosition(), known);
                }
            });
        }
        return fields;
    }

    public Optional<Value> find(String key) {
        return node instanceof Node.Mapping mapping
                ? Optional.ofNullable(mapping.fields().get(key))
                        .map(field -> new Value(source, field.value(), this, key))
                : Optional.empty();
    }

    public Value require(String key) {
        if (!isMapping()) {
            throw problem("must be a mapping");
        }
        return find(key).orElseThrow(() -> problemWith("key (" + key + ") is missing", ""));
    }

    public List<Value> elements() {
        if (!(node instanceof Node.Sequence sequence)) {
            throw problem("must be a list", isScalar() ? "put it in brackets, [" + shownValue() + "]?" : "");
        }
        List<Value> elements = new ArrayList<>(sequence.elements().size());
        for (Node element : sequence.elements()) {
            elements.add(new Value(source, element, this, "[" + elements.size() + "]"));
        }
        return elements;
    }

    /// Any scalar except null, as written: `30` and `"30"` are the same string.
    public String text() {
        if (!(node instanceof Node.Scalar scalar) || isNull()) {
            throw problem("must be a text");
        }
        return scalar.text();
    }

    public long integer(long min, long max) {
        if (!isInteger()) {
            throw problem("must be an integer");
        }
        BigInteger value = bigInteger();
        if (value.compareTo(BigInteger.valueOf(min)) < 0 || value.compareTo(BigInteger.valueOf(max)) > 0) {
            throw problem("must be an integer from " + min + " to " + max);
        }
        return value.longValueExact();
    }

    /// A finite number, with or without fraction.
    public double number() {
        if (isInteger()) {
            return bigInteger().doubleValue();
        }
        if (node instanceof Node.Scalar scalar
                && scalar.plain()
                && NUMBER.matcher(scalar.text()).matches()) {
            double value = Double.parseDouble(scalar.text());
            if (Double.isFinite(value)) {
                return value;
            }
        }
        throw problem("must be a number");
    }

    public boolean bool() {
        if (node instanceof Node.Scalar scalar
                && scalar.plain()
                && BOOLEAN.matcher(scalar.text()).matches()) {
            return Boolean.parseBoolean(scalar.text());
        }
        throw problem("must be true or false");
    }

    /// The same value without a scalar's quotes: yaml-cpp does not distinguish them.
    public Value ignoringQuotes() {
        return node instanceof Node.Scalar scalar
                ? new Value(source, new Node.Scalar(scalar.position(), scalar.text(), true), parent, step)
                : this;
    }

    /// The value in the form of free-form attributes.
    public Object freeForm() {
        return switch (node) {
            case Node.Mapping _ -> freeFormFields();
            case Node.Sequence _ -> {
                List<Object> values = new ArrayList<>();
                elements().forEach(element -> values.add(element.freeForm()));
                yield values;
            }
            case Node.Scalar scalar -> scalar.plain() ? freeFormScalar(scalar.text()) : scalar.text();
        };
    }

    public Map<String, Object> freeFormFields() {
        Map<String, Object> values = new LinkedHashMap<>();
        fields().forEach((key, field) -> values.put(key, field.freeForm()));
        return values;
    }

    private Object freeFormScalar(String text) {
        if (isNull()) {
            return NullValue.NULL;
        }
        if (BOOLEAN.matcher(text).matches()) {
            return Boolean.parseBoolean(text);
        }
        if (isInteger()) {
            BigInteger value = bigInteger();
            if (value.bitLength() < Long.SIZE) {
                return value.longValueExact();
            }
            return value;
        }
        if (NUMBER.matcher(text).matches() || NOT_FINITE.matcher(text).matches()) {
            return number();
        }
        return text;
    }

    private BigInteger bigInteger() {
        String text = text();
        if (text.length() > Limits.MAX_DIGITS) {
            throw problem("must not have more than " + Limits.MAX_DIGITS + " digits");
        }
        if (text.startsWith("0x")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.startsWith("0o") ? new BigInteger(text.substring(2), 8) : new BigInteger(text);
    }

    private JobspecException unknownKey(Position position, List<String> known) {
        String remedy = Spelling.nearest(step, known).orElse("one of " + String.join(", ", known));
        return new JobspecException(
                source, position, path(), "unknown key (" + shown(step) + "). Maybe " + remedy + "?");
    }

    /// Runs a constructor that checks its arguments, and adds the position to its error.
    public <T> T checked(Supplier<T> construction) {
        try {
            return construction.get();
        } catch (IllegalArgumentException e) {
            throw problemWith(String.valueOf(e.getMessage()), "");
        }
    }

    /// An error at this value; adds the value in parentheses.
    public JobspecException problem(String problem) {
        return problem(problem, "");
    }

    public JobspecException problem(String problem, String remedy) {
        return problemWith(problem + " (" + shownValue() + ")", remedy);
    }

    /// An error at this value; adds only the remedy, if there is one.
    public JobspecException problemWith(String problem, String remedy) {
        String message = remedy.isEmpty() ? problem : problem + ". Maybe " + remedy;
        return new JobspecException(source, node.position(), path(), message);
    }

    public Position position() {
        return node.position();
    }

    public String path() {
        if (parent == null) {
            return "";
        }
        String above = parent.path();
        return above + (above.isEmpty() || step.startsWith("[") ? "" : ".") + shown(step);
    }

    private String shownValue() {
        return switch (node) {
            case Node.Mapping mapping -> "a mapping of " + mapping.fields().size();
            case Node.Sequence sequence -> "a list of " + sequence.elements().size();
            case Node.Scalar _ when isNull() -> "null";
            case Node.Scalar scalar -> shown(scalar.text());
        };
    }

    static String shown(String text) {
        String line = text.replace('\n', ' ').replace('\r', ' ');
        return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "…";
    }
}
