package dev.sluice.kube.schema.protobuf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer that is written from the last byte to the first.
///
/// A protobuf message follows its length. Written backwards, the length is known when it is due, without a first pass
/// or a copy.
public final class BackwardBytes {
    private static final int FIRST_CAPACITY = 512;
    private static final int VARINT_LENGTH_MAX = 10;
    private static final int FIXED64_LENGTH = 8;

    private byte[] bytes = new byte[FIRST_CAPACITY];

    /// The index of the first byte written.
    private int at = bytes.length;

    public int size() {
        return bytes.length - at;
    }

    public byte[] toArray() {
        return Arrays.copyOfRange(bytes, at, bytes.length);
    }

    public void raw(byte[] given) {
        makeRoom(given.length);
        at -= given.length;
        System.arraycopy(given, 0, bytes, at, given.length);
    }

    public void varint(long value) {
        makeRoom(VARINT_LENGTH_MAX);
        int length = 1;
        for (long rest = value >>> 7; rest != 0; rest >>>= 7) {
            length++;
        }
        at -= length;
        long rest = value;
        for (int i = 0; i < length; i++) {
            boolean isLast = i == length - 1;
            bytes[at + i] = (byte) ((rest & 0x7f) | (isLast ? 0 : 0x80));
            rest >>>= 7;
        }
    }

    private void tag(int number, int wireType) {
        varint(((long) number << 3) | wireType);
    }

    public void number(int number, long value) {
        varint(value);
        tag(number, WireBytes.VARINT);
    }

    public void fixed64(int number, double value) {
        makeRoom(FIXED64_LENGTH);
        long bits = Double.doubleToLongBits(value);
        at -= FIXED64_LENGTH;
        for (int i = 0; i < FIXED64_LENGTH; i++) {
            bytes[at + i] = (byte) (bits >>> (8 * i));
        }
        tag(number, WireBytes.FIXED64);
    }

    public void text(int number, String text) {
        bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }

    public void bytes(int number, byte[] given) {
        raw(given);
        varint(given.length);
        tag(number, WireBytes.LENGTH_DELIMITED);
    }

    /// Writes the tag and length in front of a message.
    ///
    /// @param sizeBefore [#size] before the message was written
    public void message(int number, int sizeBefore) {
        varint(size() - (long) sizeBefore);
        tag(number, WireBytes.LENGTH_DELIMITED);
    }

    private void makeRoom(int length) {
        if (length > at) {
            int written = size();
            byte[] larger = new byte[Math.max(bytes.length * 2, written + length)];
            System.arraycopy(bytes, at, larger, larger.length - written, written);
            at = larger.length - written;
            bytes = larger;
        }
    }
}
