package dev.sluice.kube.event;

import java.util.LinkedHashMap;
import java.util.Map;

/// A cache of limited size that drops the least recently used value.
final class LruCache<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;
    private static final int FIRST_CAPACITY = 64;
    private static final float LOAD = 0.75f;

    private final int most;

    LruCache(int most) {
        super(FIRST_CAPACITY, LOAD, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > most;
    }
}
