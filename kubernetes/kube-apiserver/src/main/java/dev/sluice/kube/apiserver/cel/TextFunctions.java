package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.List;

/// The CEL function `format`, which the library lacks.
final class TextFunctions extends FunctionLibrary {
    TextFunctions() {
        member(
                "format",
                "string_format",
                SimpleType.STRING,
                List.of(of(SimpleType.STRING, String.class), of(ListType.create(SimpleType.DYN), List.class)),
                args -> TextFormat.format((String) args[0], (List<?>) args[1]));
    }
}
