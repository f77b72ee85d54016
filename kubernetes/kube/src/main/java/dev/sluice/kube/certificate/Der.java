package dev.sluice.kube.certificate;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Encodes the subset of DER (X.690) that certificates need.
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    /// From here on X.509 uses GeneralizedTime, with a year of four digits.
    private static final Instant LONG_YEARS = Instant.parse("2050-01-01T00:00:00Z");

    private static final DateTimeFormatter SHORT_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter LONG_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, joined(parts));
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, joined(parts));
    }

    static byte[] integer(BigInteger number) {
        return tagged(INTEGER, number.toByteArray());
    }

    static byte[] yes() {
        return new byte[] {0x01, 0x01, (byte) 0xff};
    }

    static byte[] octets(byte[] value) {
        return tagged(OCTET_STRING, value);
    }

    static byte[] text(String value) {
        return tagged(UTF8_STRING, value.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant moment) {
        boolean isShort = moment.isBefore(LONG_YEARS);
        String text = (isShort ? SHORT_TIME : LONG_TIME).format(moment);
        return tagged(isShort ? UTC_TIME : GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    /// @param unused the number of unused bits at the end
    static byte[] bits(byte[] value, int unused) {
        return tagged(BIT_STRING, joined(new byte[] {(byte) unused}, value));
    }

    /// @param dotted such as `2.5.4.3`
    static byte[] identifier(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            long arc = Long.parseLong(arcs[i]);
            int shift = 0;
            while (arc >>> (shift + 7) != 0) {
                shift += 7;
            }
            for (; shift > 0; shift -= 7) {
                bytes.write((int) (((arc >>> shift) & 0x7f) | 0x80));
            }
            bytes.write((int) (arc & 0x7f));
        }
        return tagged(OBJECT_IDENTIFIER, bytes.toByteArray());
    }

    /// Encodes a context-specific tag.
    static byte[] context(int number, boolean isConstructed, byte[] value) {
        return tagged(0x80 | (isConstructed ? 0x20 : 0) | number, value);
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] tagged(int tag, byte[] value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length + 4);
        bytes.write(tag);
        if (value.length < 0x80) {
            bytes.write(value.length);
        } else {
            byte[] length = BigInteger.valueOf(value.length).toByteArray();
            int from = length[0] == 0 ? 1 : 0;
            bytes.write(0x80 | (length.length - from));
            bytes.write(length, from, length.length - from);
        }
        bytes.writeBytes(value);
        return bytes.toByteArray();
    }
}
