package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.Shape.ListOf;
import dev.sluice.kube.apiserver.cel.Shape.MapOf;
import dev.sluice.kube.apiserver.cel.Shape.ObjectOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How large what a path leads to can be.
///
/// @param root what the first step of every path stands for
record SizeOfPath(Shape root) {
    /// Nothing if it leads nowhere.
    @Nullable
    Size of(List<String> path) {
        if (path.isEmpty()) {
            return null;
        }
        Shape shape = root;
        for (String step : path.subList(1, path.size())) {
            if (step.equals("@keys") && shape instanceof MapOf) {
                return new Size(0, 0);
            }
            Shape next = next(shape, step);
            if (next == null) {
                return null;
            }
            shape = next;
        }
        return new Size(0, shape.sizeMax());
    }

    private static @Nullable Shape next(Shape shape, String step) {
        return switch (shape) {
            case ListOf list -> step.equals("@items") || step.equals("@values") ? list.items() : null;
            case MapOf map -> step.equals("@items") || step.equals("@values") ? map.values() : null;
            case ObjectOf object -> object.meant(step).map(object.fields()::get).orElse(null);
            case Shape.Scalar _ -> null;
        };
    }
}
