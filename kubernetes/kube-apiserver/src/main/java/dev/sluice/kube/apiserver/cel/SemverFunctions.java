package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/// The CEL functions of versions: `semver`, `isSemver`, comparison.
final class SemverFunctions extends FunctionLibrary {
    private static final Of TEXT = of(SimpleType.STRING, String.class);
    private static final Of TOLERANT = of(SimpleType.BOOL, Boolean.class);
    private static final Of VERSION = of(KubeTypes.SEMVER, Semver.class);

    SemverFunctions() {
        global("semver", "string_to_semver", KubeTypes.SEMVER, List.of(TEXT), args -> parsed(args[0], false));
        global(
                "semver",
                "string_bool_to_semver",
                KubeTypes.SEMVER,
                List.of(TEXT, TOLERANT),
                args -> parsed(args[0], (Boolean) args[1]));
        global("isSemver", "is_semver_string", SimpleType.BOOL, List.of(TEXT), args -> is(args[0], false));
        global(
                "isSemver",
                "is_semver_string_bool",
                SimpleType.BOOL,
                List.of(TEXT, TOLERANT),
                args -> is(args[0], (Boolean) args[1]));
        number("major", "semver_major", Semver::major);
        number("minor", "semver_minor", Semver::minor);
        number("patch", "semver_patch", Semver::patch);
        with("isGreaterThan", "semver_is_greater_than", SimpleType.BOOL, (a, b) -> a.compareTo(b) > 0);
        with("isLessThan", "semver_is_less_than", SimpleType.BOOL, (a, b) -> a.compareTo(b) < 0);
        with("compareTo", "semver_compare_to", SimpleType.INT, (a, b) -> (long) Integer.signum(a.compareTo(b)));
    }

    private void number(String name, String id, ToLongFunction<Semver> part) {
        member(name, id, SimpleType.INT, List.of(VERSION), args -> part.applyAsLong((Semver) args[0]));
    }

    private void with(String name, String id, CelType result, BiFunction<Semver, Semver, Object> body) {
        member(name, id, result, List.of(VERSION, VERSION), args -> body.apply((Semver) args[0], (Semver) args[1]));
    }

    private static Semver parsed(Object text, boolean isTolerant) {
        return isTolerant ? Semver.parseTolerantly((String) text) : Semver.parse((String) text);
    }

    private static boolean is(Object text, boolean isTolerant) {
        try {
            parsed(text, isTolerant);
            return true;
        } catch (CelEvaluationFailure e) {
            return false;
        }
    }
}
