package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Scalar;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;

/// Encodes types without fields in the schema; some of them are messages in protobuf.
final class ProtobufScalars {
    private final ProtobufWriter writer;

    ProtobufScalars(ProtobufWriter writer) {
        this.writer = writer;
    }

    /// @param owner the schema that has the field, for recursive schemas of custom resources
    void write(ObjectSchema owner, int number, Scalar scalar, Json given, BackwardBytes to) {
        switch (scalar) {
            case STRING -> to.text(number, ProtobufWriter.text(given));
            case BOOL -> to.number(number, ProtobufWriter.truth(given) ? 1 : 0);
            case INT32, INT64 -> to.number(number, ProtobufWriter.whole(given));
            case DOUBLE ->
                to.fixed64(
                        number,
                        given instanceof JsonNumber some ? some.asDecimal().doubleValue() : 0);
            case BYTES -> to.bytes(number, Base64.getDecoder().decode(ProtobufWriter.text(given)));
            default -> {
                int before = to.size();
                inside(owner, scalar, given, to);
                to.message(number, before);
            }
        }
    }

    private void inside(ObjectSchema owner, Scalar scalar, Json given, BackwardBytes to) {
        switch (scalar) {
            case TIME, MICRO_TIME -> time(scalar, ProtobufWriter.text(given), to);
            case DURATION -> to.number(1, GoDuration.parse(ProtobufWriter.text(given)));
            case QUANTITY -> to.text(1, ProtobufWriter.text(given));
            case INT_OR_STRING -> {
                boolean isNumber = given instanceof JsonNumber;
                to.text(3, isNumber ? "" : ProtobufWriter.text(given));
                to.number(2, ProtobufWriter.whole(given));
                to.number(1, isNumber ? 0 : 1);
            }
            case RAW, FIELDS, JSON -> to.bytes(1, JsonText.writeBytes(given));
            case SCHEMA_OR_ARRAY -> {
                if (given instanceof JsonArray array) {
                    schemas(owner, 2, array, to);
                } else {
                    schema(owner, 1, given, to);
                }
            }
            case SCHEMA_OR_BOOL -> {
                if (!(given instanceof JsonBoolean)) {
                    schema(owner, 2, given, to);
                }
                // An object schema means that additional values are allowed.
                to.number(1, given instanceof JsonBoolean && !ProtobufWriter.truth(given) ? 0 : 1);
            }
            case SCHEMA_OR_STRINGS -> {
                if (given instanceof JsonArray array) {
                    for (int i = array.size() - 1; i >= 0; i--) {
                        to.text(2, ProtobufWriter.text(array.get(i)));
                    }
                } else {
                    schema(owner, 1, given, to);
                }
            }
            case STRING, BOOL, INT32, INT64, DOUBLE, BYTES ->
                throw new IllegalStateException(scalar + " is no message");
        }
    }

    private void schemas(ObjectSchema owner, int number, JsonArray array, BackwardBytes to) {
        for (int i = array.size() - 1; i >= 0; i--) {
            schema(owner, number, array.get(i), to);
        }
    }

    private void schema(ObjectSchema owner, int number, Json given, BackwardBytes to) {
        if (given instanceof JsonObject object) {
            int before = to.size();
            writer.message(owner, object, to);
            to.message(number, before);
        }
    }

    /// Writes the zero value of a Go field that is not a pointer.
    void zero(int number, Scalar scalar, BackwardBytes to) {
        switch (scalar) {
            case STRING -> to.text(number, "");
            case BOOL, INT32, INT64 -> to.number(number, 0);
            case DOUBLE -> to.fixed64(number, 0);
            case BYTES -> {
                // Empty bytes are left out.
            }
            default -> {
                int before = to.size();
                zeroInside(scalar, to);
                to.message(number, before);
            }
        }
    }

    private static void zeroInside(Scalar scalar, BackwardBytes to) {
        switch (scalar) {
            case QUANTITY -> to.text(1, "0");
            case DURATION -> to.number(1, 0);
            case INT_OR_STRING -> {
                to.text(3, "");
                to.number(2, 0);
                to.number(1, 0);
            }
            default -> {
                // A zero time and missing content are empty messages.
            }
        }
    }

    /// Encodes to the second, unless the type has fractions.
    private static void time(Scalar scalar, String text, BackwardBytes to) {
        Instant moment = OffsetDateTime.parse(text).toInstant();
        to.number(2, scalar == Scalar.MICRO_TIME ? moment.getNano() : 0);
        to.number(1, moment.getEpochSecond());
    }
}
