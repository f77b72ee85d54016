package dev.sluice.kube.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PodSpecsProperties {
    private int checks;

    @Property
    void whatIsRememberedIsWhatWouldBeMadeAnew(@ForAll List<@IntRange(max = 12) Integer> images) {
        PodSpecs specs = new PodSpecs(PodSpecsProperties::completed, this::flaws);

        for (int image : images) {
            JsonObject completed = specs.completed(spec(image));

            assertThat(completed).isEqualTo(completed(spec(image)));
            assertThat(specs.flaws(completed)).isEqualTo(flaws(completed));
        }
    }

    @Example
    void aSwarmSharesOneSpecificationThatIsCheckedOnce() {
        PodSpecs specs = new PodSpecs(PodSpecsProperties::completed, this::flaws);
        JsonObject first = specs.completed(spec(1));
        specs.flaws(first);

        JsonObject second = specs.completed(spec(1));
        specs.flaws(second);

        assertThat(second).isSameAs(first);
        assertThat(checks).isEqualTo(1);
    }

    @Example
    void oneThatWasChangedAfterwardsIsCheckedByItself() {
        PodSpecs specs = new PodSpecs(PodSpecsProperties::completed, this::flaws);
        JsonObject right = specs.completed(spec(1));

        JsonObject wrong = right.with("image", Json.of(0));

        assertThat(specs.flaws(right)).isEmpty();
        assertThat(specs.flaws(wrong)).hasSize(1);
    }

    private static JsonObject spec(int image) {
        return JsonObject.of("image", Json.of(image));
    }

    private static JsonObject completed(JsonObject spec) {
        return spec.with("restartPolicy", "Always");
    }

    /// Every third is wrong.
    private List<Cause> flaws(JsonObject spec) {
        checks++;
        long image = spec.number(0, "image");
        return image % 3 == 0 ? List.of(new Cause("FieldValueInvalid", "image " + image, "image")) : List.of();
    }
}
