package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.port.WatchEvent;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/// Caches the latest encoded events, so that watches of the same objects encode each only once.
///
/// The key is the object's identity, which all watches share. A later event in the same slot replaces the earlier
/// one.
final class EncodedEventCache {
    /// A power of two, and more than happens while the slowest of many watches that keep up is woken.
    private static final int PLACES = 1024;

    /// Larger ones are rare, and would keep too much memory: 16 MiB in all.
    private static final int BYTES_MAX = 16 << 10;

    private final AtomicReferenceArray<Encoded> places = new AtomicReferenceArray<>(PLACES);

    private static final class Encoded {
        private final WatchEvent event;
        private final byte[] bytes;

        Encoded(WatchEvent event, byte[] bytes) {
            this.event = event;
            this.bytes = bytes;
        }

        @SuppressWarnings("ReferenceEquality") // to compare contents would take longer than to write them
        boolean isOf(WatchEvent other) {
            return event.object() == other.object() && event.type() == other.type();
        }
    }

    byte[] get(WatchEvent event, Function<WatchEvent, byte[]> encode) {
        int place = System.identityHashCode(event.object()) & (PLACES - 1);
        Encoded known = places.get(place);
        if (known != null && known.isOf(event)) {
            return known.bytes;
        }
        byte[] bytes = encode.apply(event);
        if (bytes.length <= BYTES_MAX) {
            places.set(place, new Encoded(event, bytes));
        }
        return bytes;
    }
}
