package dev.sluice.simulator.report;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.zip.Deflater;

/// Packs columns of numbers as text for a browser: variable-length integers, compressed, base 64.
///
/// An integer is written in groups of seven bits, low ones first, with its sign in the lowest bit. Equal
/// columns, as those of one workload under several policies, are stored once.
final class PackedColumns {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Map<ByteBuffer, Integer> known = new HashMap<>();
    private final List<String> columns = new ArrayList<>();

    /// Tells which column it is.
    int add(int size, IntToLongFunction value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * size);
        for (int i = 0; i < size; i++) {
            write(bytes, value.applyAsLong(i));
        }
        return add(bytes.toByteArray());
    }

    /// Each number as its difference to the one before.
    int addDifferences(int size, IntToLongFunction value) {
        return add(size, i -> i == 0 ? value.applyAsLong(0) : value.applyAsLong(i) - value.applyAsLong(i - 1));
    }

    List<String> columns() {
        return columns;
    }

    private int add(byte[] bytes) {
        return known.computeIfAbsent(ByteBuffer.wrap(bytes), _ -> {
            columns.add(Base64.getEncoder().encodeToString(compress(bytes)));
            return columns.size() - 1;
        });
    }

    private static void write(ByteArrayOutputStream out, long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static byte[] compress(byte[] bytes) {
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2 + 64);
            byte[] buffer = new byte[BUFFER_BYTES];
            while (!deflater.finished()) {
                packed.write(buffer, 0, deflater.deflate(buffer));
            }
            return packed.toByteArray();
        }
    }
}
