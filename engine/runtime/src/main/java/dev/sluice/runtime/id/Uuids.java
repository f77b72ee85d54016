package dev.sluice.runtime.id;

import java.util.UUID;
import java.util.random.RandomGenerator;

/// Random UUIDs (RFC 9562, version 4) from an injected source, for objects that Kubernetes identifies by UID.
public final class Uuids {
    private static final long VERSION_4 = 0x4000L;
    private static final long IETF_VARIANT = 1L << 63;

    private Uuids() {}

    public static UUID next(RandomGenerator random) {
        long high = (random.nextLong() & ~0xf000L) | VERSION_4;
        long low = (random.nextLong() & ~(3L << 62)) | IETF_VARIANT;
        return new UUID(high, low);
    }
}
