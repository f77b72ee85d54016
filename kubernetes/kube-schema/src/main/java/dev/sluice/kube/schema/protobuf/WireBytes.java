package dev.sluice.kube.schema.protobuf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Reads protobuf's basic types from bytes, front to back. A message within a message is read in place, up to its
/// limit, so that nothing is copied but texts.
final class WireBytes {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH_DELIMITED = 2;
    static final int FIXED32 = 5;

    private static final int TYPE_BITS = 3;
    private static final int TYPE_MASK = 7;
    private static final int VARINT_BITS_MAX = 64;
    private static final int LONG_BYTES = 8;
    private static final int INT_BYTES = 4;
    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private int at;

    /// The bytes are not protobuf.
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MalformedException(String message) {
            super(message);
        }
    }

    WireBytes(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /// Returns whether there are bytes before the limit.
    boolean hasMore(int limit) {
        return at < limit;
    }

    static int number(int tag) {
        return tag >>> TYPE_BITS;
    }

    static int type(int tag) {
        return tag & TYPE_MASK;
    }

    int tag(int limit) {
        int tag = (int) varint(limit);
        if (number(tag) == 0) {
            throw new MalformedException("field number 0 at byte " + at);
        }
        return tag;
    }

    long varint(int limit) {
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS_MAX; shift += 7) {
            if (at >= limit) {
                throw new MalformedException("a number is cut off at byte " + at);
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedException("a number is too long at byte " + at);
    }

    double fixed64(int limit) {
        int from = advance(LONG_BYTES, limit);
        return ByteBuffer.wrap(bytes, from, LONG_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getDouble();
    }

    /// Reads a length and returns where the message ends that follows it.
    int end(int limit) {
        long length = varint(limit);
        if (length < 0 || length > limit - at) {
            throw new MalformedException("a length of " + length + " exceeds the message at byte " + at);
        }
        return at + (int) length;
    }

    int at() {
        return at;
    }

    /// Goes on behind a message that was read elsewhere.
    void moveTo(int end) {
        at = end;
    }

    String text(int limit) {
        int end = end(limit);
        String text = new String(bytes, at, end - at, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            checkUtf8(end);
        }
        at = end;
        return text;
    }

    /// The replacement character stands for malformed bytes, or for itself.
    private void checkUtf8(int end) {
        try {
            var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, end - at));
        } catch (CharacterCodingException e) {
            throw new MalformedException("a text is not UTF-8 at byte " + at);
        }
    }

    byte[] bytes(int limit) {
        int end = end(limit);
        byte[] copy = new byte[end - at];
        System.arraycopy(bytes, at, copy, 0, copy.length);
        at = end;
        return copy;
    }

    void skip(int tag, int limit) {
        switch (type(tag)) {
            case VARINT -> varint(limit);
            case FIXED64 -> advance(LONG_BYTES, limit);
            case LENGTH_DELIMITED -> at = end(limit);
            case FIXED32 -> advance(INT_BYTES, limit);
            default -> throw new MalformedException("wire type " + type(tag) + " at byte " + at);
        }
    }

    /// A field has the wire type that its schema says.
    void expect(int tag, int type) {
        if (type(tag) != type) {
            throw new MalformedException(
                    "field " + number(tag) + " has wire type " + type(tag) + " instead of " + type + " at byte " + at);
        }
    }

    private int advance(int length, int limit) {
        if (length > limit - at) {
            throw new MalformedException("a number is cut off at byte " + at);
        }
        int from = at;
        at += length;
        return from;
    }
}
