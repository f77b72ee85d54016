package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PackedColumnsProperties {
    private static final int LONGEST_BYTES = 10;

    @Property
    void unpackedNumbersAreThePackedOnes(@ForAll long[] values) throws DataFormatException {
        PackedColumns packed = new PackedColumns();

        int column = packed.add(values.length, i -> values[i]);

        assertThat(unpacked(packed.columns().get(column), values.length)).isEqualTo(values);
    }

    @Property
    void differencesAddUp(@ForAll int[] values) throws DataFormatException {
        PackedColumns packed = new PackedColumns();

        int column = packed.addDifferences(values.length, i -> values[i]);

        long[] sums = unpacked(packed.columns().get(column), values.length);
        Arrays.parallelPrefix(sums, Long::sum);
        assertThat(sums).isEqualTo(Arrays.stream(values).asLongStream().toArray());
    }

    @Example
    void equalColumnsAreStoredOnce() {
        PackedColumns packed = new PackedColumns();

        assertThat(packed.add(3, i -> i)).isZero();
        assertThat(packed.add(3, i -> 2L * i)).isEqualTo(1);
        assertThat(packed.add(3, i -> i)).isZero();
        assertThat(packed.columns()).hasSize(2);
    }

    private static long[] unpacked(String text, int count) throws DataFormatException {
        byte[] bytes = new byte[LONGEST_BYTES * count];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(Base64.getDecoder().decode(text));
            inflater.inflate(bytes);
        }
        long[] values = new long[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            long bits = 0;
            int shift = 0;
            do {
                bits |= (bytes[at] & 0x7FL) << shift;
                shift += 7;
            } while (bytes[at++] < 0);
            values[i] = (bits >>> 1) ^ -(bits & 1);
        }
        return values;
    }
}
