package dev.sluice.jobspec.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jobspec.pod.Toleration.Operator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationTest {
    private static final Taint TAINT = new Taint("gpu", "a100", TaintEffect.NO_SCHEDULE);

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gpu | EQUAL  | a100 | NO_SCHEDULE        | true
            gpu | EQUAL  | a100 |                    | true
            gpu | EQUAL  | a100 | NO_EXECUTE         | false
            gpu | EQUAL  | v100 | NO_SCHEDULE        | false
            gpu | EQUAL  |      |                    | false
            gpu | EXISTS |      |                    | true
            gpu | EXISTS |      | PREFER_NO_SCHEDULE | false
            cpu | EXISTS |      |                    | false
                | EXISTS |      |                    | true
                | EXISTS |      | NO_EXECUTE         | false
            """)
    void tolerationsFollowKubernetes(
            @Nullable String key,
            Operator operator,
            @Nullable String value,
            @Nullable TaintEffect effect,
            boolean tolerates) {
        Toleration toleration = new Toleration(
                Optional.ofNullable(key), operator, value == null ? "" : value, Optional.ofNullable(effect));

        assertThat(toleration.tolerates(TAINT)).isEqualTo(tolerates);
    }

    @Test
    void theFirstUntoleratedTaintIsFoundByHardness() {
        Taint soft = new Taint("old", "", TaintEffect.PREFER_NO_SCHEDULE);
        Taint evicting = new Taint("broken", "", TaintEffect.NO_EXECUTE);
        List<Taint> taints = List.of(soft, TAINT, evicting);
        List<Toleration> gpu = List.of(new Toleration(Optional.of("gpu"), Operator.EXISTS, "", Optional.empty()));

        assertThat(Toleration.firstUntolerated(taints, List.of(), true)).contains(TAINT);
        assertThat(Toleration.firstUntolerated(taints, gpu, true)).contains(evicting);
        assertThat(Toleration.firstUntolerated(taints, gpu, false)).contains(soft);
        assertThat(Toleration.firstUntolerated(List.of(TAINT), gpu, true)).isEmpty();
    }

    @Test
    void taintsAreWrittenAsKubectlDoes() {
        assertThat(TAINT).hasToString("gpu=a100:NoSchedule");
        assertThat(new Taint("old", "", TaintEffect.PREFER_NO_SCHEDULE)).hasToString("old:PreferNoSchedule");
    }

    @Test
    void malformedTolerationsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Toleration(Optional.empty(), Operator.EQUAL, "", Optional.empty()))
                .withMessage("operator (Equal) without a key must be Exists");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Toleration(Optional.of("a"), Operator.EXISTS, "b", Optional.empty()))
                .withMessage("value (b) of operator Exists must be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Toleration(Optional.of("a b"), Operator.EXISTS, "", Optional.empty()))
                .withMessageStartingWith("key (a b) must be a name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Taint("a", "b c", TaintEffect.NO_EXECUTE))
                .withMessageStartingWith("value (b c) must be empty or");
    }
}
