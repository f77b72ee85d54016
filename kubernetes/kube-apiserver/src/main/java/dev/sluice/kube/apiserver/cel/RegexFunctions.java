package dev.sluice.kube.apiserver.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/// The CEL functions `find` and `findAll`.
final class RegexFunctions extends FunctionLibrary {
    RegexFunctions() {
        Of text = of(SimpleType.STRING, String.class);
        member("find", "string_find_string", SimpleType.STRING, List.of(text, text), args -> {
            List<String> found = found(args, 1);
            return found.isEmpty() ? "" : found.getFirst();
        });
        ListType texts = ListType.create(SimpleType.STRING);
        member("findAll", "string_find_all_string", texts, List.of(text, text), args -> found(args, Integer.MAX_VALUE));
        member(
                "findAll",
                "string_find_all_string_int",
                texts,
                List.of(text, text, of(SimpleType.INT, Long.class)),
                args -> found(args, (Long) args[2] < 0 ? Integer.MAX_VALUE : (Long) args[2]));
    }

    private static List<String> found(Object[] args, long most) {
        Pattern pattern;
        try {
            pattern = Pattern.compile((String) args[1]);
        } catch (PatternSyntaxException e) {
            throw new CelEvaluationFailure("Illegal regex: " + e.getMessage());
        }
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher((String) args[0]);
        while (found.size() < most && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
