package dev.sluice.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

final class KubeTimeProperties {
    /// The last second of the year 9999.
    private static final long LATEST = 253_402_300_799L;

    @Property
    void timestampsAreFormattedLikeTheJdk(@ForAll @LongRange(min = 0, max = LATEST) long epochSeconds) {
        assertThat(KubeTime.text(epochSeconds))
                .isEqualTo(Instant.ofEpochSecond(epochSeconds).toString());
    }
}
