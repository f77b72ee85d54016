package dev.sluice.kube.apiserver.cel;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.apiserver.cel.CelSchema.Scalar;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;

/// JSON as CEL values. Objects and lists are lazy views, never copies.
public final class CelValues {
    private CelValues() {}

    /// Returns the value of the variable `authorizer`.
    public static Object of(CelAuthorizer authorizer) {
        return new AuthorizerFunctions.Check(authorizer, CelAuthorizer.Ask.NOTHING);
    }

    public static Object of(CelSchema shape, Json json) {
        if (json == JsonNull.NULL) {
            return NullValue.NULL_VALUE;
        }
        return switch (shape) {
            case Scalar scalar -> scalar(scalar.sort(), json);
            case ListOf list when json instanceof JsonArray array -> new JsonList(list, array);
            case MapOf _, ObjectOf _ when json instanceof JsonObject object -> new JsonMap(shape, object);
            case ListOf _ ->
                throw new CelEvaluationFailure(
                        "invalid data, expected an array for the provided schema with type=array");
            case MapOf _, ObjectOf _ ->
                throw new CelEvaluationFailure("invalid data, expected a map for the provided schema with type=object");
        };
    }

    private static Object scalar(CelSchema.Sort sort, Json json) {
        return switch (sort) {
            case TEXT, BYTES, DURATION, DATE, TIMESTAMP ->
                json instanceof JsonString text
                        ? text(sort, text.text())
                        : fail("invalid data, expected string, got " + json);
            case INTEGER ->
                json instanceof JsonNumber number ? whole(number) : fail("invalid data, expected int, got " + json);
            case NUMBER ->
                json instanceof JsonNumber number
                        ? number.asDecimal().doubleValue()
                        : fail("invalid data, expected float, got " + json);
            case BOOLEAN ->
                json instanceof JsonBoolean bool
                        ? bool == JsonBoolean.TRUE
                        : fail("invalid data, expected bool, got " + json);
            case INTEGER_OR_TEXT, ANY, HIDDEN, AUTHORIZER, RESOURCE_CHECK -> any(json);
        };
    }

    private static Object fail(String problem) {
        throw new CelEvaluationFailure(problem);
    }

    private static Object whole(JsonNumber number) {
        return number.isWhole() ? number.asLong() : (Object) number.asDecimal().longValue();
    }

    /// Of what nothing is known.
    private static Object any(Json json) {
        return switch (json) {
            case JsonString text -> text.text();
            case JsonNumber number ->
                number.isWhole() ? (Object) number.asLong() : number.asDecimal().doubleValue();
            case JsonBoolean bool -> bool == JsonBoolean.TRUE;
            case JsonNull _ -> NullValue.NULL_VALUE;
            case JsonArray array -> new JsonList(JsonList.OF_ANY, array);
            case JsonObject object -> new JsonMap(JsonMap.OF_ANY, object);
        };
    }

    private static Object text(CelSchema.Sort sort, String text) {
        try {
            return switch (sort) {
                case BYTES -> CelByteString.of(Base64.getDecoder().decode(text));
                case DURATION -> GoDurations.parse(text);
                case DATE -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
                case TIMESTAMP -> OffsetDateTime.parse(text).toInstant();
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new CelEvaluationFailure(
                    "Invalid %s formatted string %s: %s".formatted(word(sort), text, e.getMessage()));
        }
    }

    private static String word(CelSchema.Sort sort) {
        return switch (sort) {
            case BYTES -> "byte";
            case DATE -> "date";
            case TIMESTAMP -> "date-time";
            default -> "duration";
        };
    }
}
