package dev.sluice.kube.apiserver.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Translates evaluation errors into the messages of Kubernetes' CEL library.
final class EvaluationErrors {
    private static final Pattern MESSAGE =
            Pattern.compile("evaluation error(?: at [^:]*:(\\d+))?: (.*)", Pattern.DOTALL);
    private static final Pattern KEY = Pattern.compile("key '(.*)' is not present in map\\.", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("Error resolving field '(.*?)'\\..*", Pattern.DOTALL);
    private static final Pattern RANGE = Pattern.compile(".*[Ii]ndex out of range: (-?\\d+).*", Pattern.DOTALL);

    private EvaluationErrors() {}

    static CelEvaluationFailure of(CelEvaluationException e, String source) {
        CelEvaluationFailure own = ownIn(e);
        if (own != null) {
            return own;
        }
        String whole = String.valueOf(e.getMessage());
        Matcher matcher = MESSAGE.matcher(whole);
        boolean isKnown = matcher.matches();
        String told = isKnown ? matcher.group(2) : whole;
        String at = isKnown && matcher.group(1) != null ? matcher.group(1) : "-1";
        return switch (e.getErrorCode()) {
            case ATTRIBUTE_NOT_FOUND -> new CelEvaluationFailure("no such key: " + key(told));
            case INDEX_OUT_OF_BOUNDS -> new CelEvaluationFailure(told.replace("Index out", "index out"));
            case DIVIDE_BY_ZERO ->
                new CelEvaluationFailure(
                        charAt(source, Integer.parseInt(at)) == '%' ? "modulus by zero" : "division by zero");
            case NUMERIC_OVERFLOW -> new CelEvaluationFailure("integer overflow");
            case OVERLOAD_NOT_FOUND, AMBIGUOUS_OVERLOAD ->
                new CelEvaluationFailure(CelEvaluationFailure.Kind.NO_SUCH_OVERLOAD, "no such overload");
            case BAD_FORMAT -> new CelEvaluationFailure(conversion(source, Integer.parseInt(at), told));
            default -> new CelEvaluationFailure(other(told));
        };
    }

    private static @Nullable CelEvaluationFailure ownIn(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof CelEvaluationFailure own) {
                return own;
            }
        }
        return null;
    }

    private static String key(String told) {
        Matcher matcher = told.startsWith("key ") ? KEY.matcher(told) : FIELD.matcher(told);
        return matcher.matches() ? matcher.group(1) : told;
    }

    private static char charAt(String source, int at) {
        return at >= 0 && at < source.length() ? source.charAt(at) : ' ';
    }

    /// The function is named before the place.
    private static String conversion(String source, int at, String told) {
        int from = Math.clamp(at, 0, source.length());
        while (from > 0 && Character.isLetter(source.charAt(from - 1))) {
            from--;
        }
        String function = source.substring(from, Math.clamp(at, from, source.length()));
        String type = switch (function) {
            case "duration" -> "google.protobuf.Duration";
            case "timestamp" -> "google.protobuf.Timestamp";
            case "int", "uint", "double", "bool" -> function;
            default -> "";
        };
        return type.isEmpty() ? told : "type conversion error from 'string' to '" + type + "'";
    }

    private static String other(String told) {
        Matcher matcher = RANGE.matcher(told);
        return matcher.matches() ? "index out of range: " + matcher.group(1) : told;
    }
}
