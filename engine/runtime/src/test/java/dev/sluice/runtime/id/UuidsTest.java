package dev.sluice.runtime.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import org.junit.jupiter.api.Test;

class UuidsTest {

    @Test
    void uuidsAreOfVersionFourAndFollowTheSeed() {
        assertThat(Uuids.next(new Seeds(1).forActor("a")))
                .isEqualTo(Uuids.next(new Seeds(1).forActor("a")))
                .isNotEqualTo(Uuids.next(new Seeds(2).forActor("a")))
                .satisfies(uuid -> assertThat(uuid.version()).isEqualTo(4))
                .satisfies(uuid -> assertThat(uuid.variant()).isEqualTo(2));
    }
}
