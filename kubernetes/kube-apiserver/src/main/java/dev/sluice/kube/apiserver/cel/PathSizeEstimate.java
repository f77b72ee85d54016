package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How large what a path leads to can be.
///
/// @param root what the first step of every path stands for
record PathSizeEstimate(CelSchema root) {
    /// Nothing if it leads nowhere.
    @Nullable
    SizeRange of(List<String> path) {
        if (path.isEmpty()) {
            return null;
        }
        CelSchema shape = root;
        for (String step : path.subList(1, path.size())) {
            if (step.equals("@keys") && shape instanceof MapOf) {
                return new SizeRange(0, 0);
            }
            CelSchema next = next(shape, step);
            if (next == null) {
                return null;
            }
            shape = next;
        }
        return new SizeRange(0, shape.sizeMax());
    }

    private static @Nullable CelSchema next(CelSchema shape, String step) {
        return switch (shape) {
            case ListOf list -> step.equals("@items") || step.equals("@values") ? list.items() : null;
            case MapOf map -> step.equals("@items") || step.equals("@values") ? map.values() : null;
            case ObjectOf object -> object.meant(step).map(object.fields()::get).orElse(null);
            case CelSchema.Scalar _ -> null;
        };
    }
}
