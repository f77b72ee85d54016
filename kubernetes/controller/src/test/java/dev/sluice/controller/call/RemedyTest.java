package dev.sluice.controller.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.VirtualClock;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemedyTest {
    private static final Kube ANY = new InProcessServer(new VirtualClock(0), new Seeds(0), 1).kube();

    @ParameterizedTest
    @CsvSource({
        "400, UNDO",
        "401, UNDO",
        "403, UNDO",
        "404, DROP",
        "405, UNDO",
        "408, RETRY",
        "409, READ_AGAIN",
        "410, DROP",
        "413, UNDO",
        "415, UNDO",
        "422, UNDO",
        "429, RETRY",
        "500, RETRY",
        "502, RETRY",
        "503, RETRY",
        "504, RETRY"
    })
    void eachRefusalHasARemedy(int code, Remedy remedy) {
        Answer answer = Answer.to(
                _ -> {
                    throw new ApiException(new ApiStatus(code, "Reason", "because", null));
                },
                ANY);

        assertThat(answer.remedy()).isEqualTo(remedy);
        assertThat(answer.problem()).isEqualTo(code + " Reason: because");
    }

    @Test
    void aCallWithoutAnAnswerMayHaveTakenEffect() {
        Answer answer = Answer.to(
                _ -> {
                    throw new UncheckedIOException(new SocketTimeoutException("no answer in 5 s"));
                },
                ANY);

        assertThat(answer.remedy()).isEqualTo(Remedy.READ_AGAIN);
        assertThat(answer.problem()).contains("no answer in 5 s");
    }

    @Test
    void aCallThatWasNotMadeIsDecidedAgain() {
        assertThat(new Answer.Withheld().remedy()).isEqualTo(Remedy.DECIDE_AGAIN);
    }

    @Test
    void aCallThatWasMadeNeedsNone() {
        Function<Kube, JsonObject> call = _ -> JsonObject.EMPTY;

        assertThat(Answer.to(call, ANY).remedy()).isEqualTo(Remedy.NONE);
    }
}
