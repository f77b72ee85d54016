package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.patch.GoText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.port.WriteOptions.Validation;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.StrictDecoding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Validates the fields of a patched object against the schema (field validation Strict, Warn or Ignore).
final class PatchFieldValidation {
    private static final int UNPROCESSABLE = 422;

    private PatchFieldValidation() {}

    static void check(ObjectSchema schema, JsonObject patched, Patch patch, WriteOptions options) {
        StrictDecoding.Findings findings = StrictDecoding.check(schema, patched, Set.of());
        if (findings.mismatch().isPresent()) {
            throw refused(patched, patch, findings.mismatch().get());
        }
        List<String> strict = new ArrayList<>(patch.strictErrors());
        strict.addAll(findings.strict());
        if (strict.isEmpty() || options.validation() == Validation.IGNORE) {
            return;
        }
        if (options.validation() == Validation.STRICT) {
            throw refused(patched, patch, new StrictDecoding.Findings(strict, findings.mismatch()).strictMessage());
        }
        strict.forEach(options.warnings());
    }

    /// Strategic patches are shown themselves, others by what they have led to.
    private static ApiException refused(JsonObject patched, Patch patch, String why) {
        String shown = patch.format() == Patch.Format.STRATEGIC ? GoText.print(patch.body()) : JsonText.write(patched);
        Cause cause = Cause.invalid("patch", shown, why);
        JsonObject details = JsonObject.of("causes", JsonArray.of(cause.toJson()));
        return new ApiStatus(UNPROCESSABLE, "Invalid", " \"\" is invalid: " + cause.sentence(), details).exception();
    }
}
