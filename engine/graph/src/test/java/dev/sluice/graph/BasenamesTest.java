package dev.sluice.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BasenamesTest {
    private static final List<String> TYPES = List.of("core", "nvidia.com/gpu", "gpu.intel.com/i915", "i9", "i915");

    @Test
    void aNameIsTheTypeWithANumber() {
        assertThat(Basenames.typeOf("core12", TYPES)).contains("core");
        assertThat(Basenames.typeOf("core", TYPES)).isEmpty();
        assertThat(Basenames.typeOf("cores0", TYPES)).isEmpty();
    }

    @Test
    void aSlashOfATypeIsAColonInItsNames() {
        assertThat(Basenames.typeOf("nvidia.com:gpu3", TYPES)).contains("nvidia.com/gpu");
    }

    @Test
    void onlyTheNumberIsTakenOffATypeThatEndsWithDigits() {
        assertThat(Basenames.typeOf("gpu.intel.com:i9153", TYPES)).contains("gpu.intel.com/i915");
        assertThat(Basenames.typeOf("i90", TYPES)).contains("i9");
        assertThat(Basenames.typeOf("i9150", TYPES)).contains("i915");
    }
}
