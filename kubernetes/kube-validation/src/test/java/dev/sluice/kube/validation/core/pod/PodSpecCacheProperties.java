package dev.sluice.kube.validation.core.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PodSpecCacheProperties {
    private int checks;

    @Property
    void whatIsRememberedIsWhatWouldBeMadeAnew(@ForAll List<@IntRange(max = 12) Integer> images) {
        PodSpecCache specs = new PodSpecCache(PodSpecCacheProperties::completed, this::validate);

        for (int image : images) {
            JsonObject completed = specs.completed(spec(image));

            assertThat(completed).isEqualTo(completed(spec(image)));
            assertThat(specs.validate(completed)).isEqualTo(validate(completed));
        }
    }

    @Example
    void aSwarmSharesOneSpecificationThatIsCheckedOnce() {
        PodSpecCache specs = new PodSpecCache(PodSpecCacheProperties::completed, this::validate);
        JsonObject first = specs.completed(spec(1));
        specs.validate(first);

        JsonObject second = specs.completed(spec(1));
        specs.validate(second);

        assertThat(second).isSameAs(first);
        assertThat(checks).isEqualTo(1);
    }

    @Example
    void oneThatWasChangedAfterwardsIsCheckedByItself() {
        PodSpecCache specs = new PodSpecCache(PodSpecCacheProperties::completed, this::validate);
        JsonObject right = specs.completed(spec(1));

        JsonObject wrong = right.with("image", Json.of(0));

        assertThat(specs.validate(right)).isEmpty();
        assertThat(specs.validate(wrong)).hasSize(1);
    }

    private static JsonObject spec(int image) {
        return JsonObject.of("image", Json.of(image));
    }

    private static JsonObject completed(JsonObject spec) {
        return spec.with("restartPolicy", "Always");
    }

    /// Every third is wrong.
    private List<Cause> validate(JsonObject spec) {
        checks++;
        long image = spec.number(0, "image");
        return image % 3 == 0 ? List.of(new Cause("FieldValueInvalid", "image " + image, "image")) : List.of();
    }
}
