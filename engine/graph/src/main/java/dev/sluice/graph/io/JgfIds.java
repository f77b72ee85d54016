package dev.sluice.graph.io;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Finds vertices by their ids in a JGF file.
///
/// Ids are strings but nearly always numbers. Numbers are stored as longs: a million strings would take more memory
/// than the graph itself.
final class JgfIds {
    static final int NONE = -1;

    private final Map<String, Integer> texts = new HashMap<>();

    // Open addressing, at most half full.
    private long[] keys = new long[64];
    private int[] vertices = emptyTable(64);
    private int count;

    /// Adds an id.
    ///
    /// @return false if it is in use already
    boolean add(String id, int vertex) {
        if (!isNumber(id)) {
            return texts.putIfAbsent(id, vertex) == null;
        }
        if (2 * (count + 1) > keys.length) {
            grow();
        }
        long key = Long.parseLong(id);
        int slot = slot(key);
        if (vertices[slot] != NONE) {
            return false;
        }
        keys[slot] = key;
        vertices[slot] = vertex;
        count++;
        return true;
    }

    int vertex(String id) {
        return isNumber(id) ? vertices[slot(Long.parseLong(id))] : texts.getOrDefault(id, NONE);
    }

    /// Whether the id is a number in canonical form: `07` and `7` are different ids.
    static boolean isNumber(String id) {
        if (id.isEmpty() || id.length() > 18 || (id.length() > 1 && id.charAt(0) == '0')) {
            return false;
        }
        for (int i = 0; i < id.length(); i++) {
            if (id.charAt(i) < '0' || id.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /// The slot of the key, or the one where it would be inserted.
    private int slot(long key) {
        long hash = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32) & (keys.length - 1);
        while (vertices[slot] != NONE && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldVertices = vertices;
        keys = new long[2 * oldKeys.length];
        vertices = emptyTable(keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldVertices[i] != NONE) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                vertices[slot] = oldVertices[i];
            }
        }
    }

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }
}
