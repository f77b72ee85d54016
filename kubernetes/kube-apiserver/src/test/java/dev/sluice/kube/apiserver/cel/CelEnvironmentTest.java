package dev.sluice.kube.apiserver.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.apiserver.cel.CelEnvironment.Result;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Variable;
import dev.sluice.kube.apiserver.cel.CelExpression.Outcome;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ListSort;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.apiserver.cel.CelSchema.Scalar;
import dev.sluice.kube.apiserver.cel.CelSchema.Sort;
import dev.sluice.kube.json.JsonText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelEnvironmentTest {
    private static final CelSchema SELF = new ObjectOf(
            Map.of(
                    "x", CelSchema.INTEGER,
                    "name", new Scalar(Sort.TEXT, 20, 2),
                    "set", new ListOf(CelSchema.INTEGER, ListSort.SET, List.of(), 1_000),
                    "map", new MapOf(CelSchema.TEXT, 10),
                    "either", new Scalar(Sort.INTEGER_OR_TEXT, 10, 1),
                    "time", new Scalar(Sort.DURATION, 32, 3),
                    "foo-bar", CelSchema.TEXT,
                    "hidden", new Scalar(Sort.HIDDEN, 0, 0)),
            2);

    private static final CelEnvironment ENVIRONMENT =
            CelEnvironment.of(List.of(new Variable("self", SELF, false), new Variable("oldSelf", SELF, false)));

    private static final String NEW = "{'x':5,'name':'abc','set':[1,2,3],'map':{'a':'b'},'either':'s','time':'1h',"
            + "'foo-bar':'q','hidden':{'any':[1]}}";
    private static final String OLD = "{'x':4,'name':'abc','set':[3,1,2],'map':{'a':'b'},'either':7}";

    private static Outcome evaluated(String source) throws CelCompileException {
        Map<String, Object> variables = Map.of(
                "self", CelValues.of(SELF, JsonText.read(NEW.replace('\'', '"'))),
                "oldSelf", CelValues.of(SELF, JsonText.read(OLD.replace('\'', '"'))));
        return ENVIRONMENT.compile(source, Result.BOOLEAN).evaluate(variables);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.x > 3 && self.name.startsWith('a')",
                "self.set == oldSelf.set",
                "self.set + [3, 4] == [4, 3, 2, 1]",
                "self.foo__dash__bar == 'q'",
                "has(self.time) && !has(oldSelf.time)",
                "self.time > duration('30m')",
                "type(self.either) == string && type(oldSelf.either) == int",
                "self.?time.hasValue() && !oldSelf.?time.hasValue()",
                "self.map.all(k, v, k != v)",
                "'%s: %d'.format([self.name, self.x]) == 'abc: 5'",
                "quantity('1Gi') == quantity('1024Mi')",
                "ip('2001:DB8::1') == ip('2001:db8:0::1')",
                "cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))",
                "semver('1.2.3-rc.2').isLessThan(semver('1.2.3'))",
                "url('https://a.b:80/c').getHost() == 'a.b:80'",
                "format.dns1123Label().validate('A_').hasValue()",
                "'a1b22'.findAll('[0-9]+') == ['1', '22']",
                "[3, 1, 2].sort() == [1, 2, 3] && self.set.sum() == 6",
                "sets.contains([1, 2], [2])"
            })
    void expressionsSeeWhatIsThere(String source) throws CelCompileException {
        Outcome outcome = evaluated(source);
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.value()).isEqualTo(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "oldSelf.time == duration('1s') | no such key: time",
                "self.map['zz'] == 'x' | no such key: zz",
                "self.set[7] == 1 | index out of bounds: 7",
                "self.x / (self.x - 5) == 1 | division by zero",
                "self.x % (self.x - 5) == 1 | modulus by zero",
                "9223372036854775807 + self.x > 1 | integer overflow",
                "self.either > 3 | no such overload",
                "int(self.name) == 1 | type conversion error from 'string' to 'int'",
                "self.set.filter(i, i > 9).min() == 1 | min called on empty list"
            })
    void failuresAreToldInKubernetesWords(String source, String problem) throws CelCompileException {
        CelEvaluationFailure failure = evaluated(source).failure();
        assertThat(failure).isNotNull().hasMessage(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "self.nothing == 1 | undefined field 'nothing'",
                "self.hidden == self.hidden | undefined field 'hidden'",
                "nobody == 1 | undeclared reference to 'nobody'",
                "self.x > 'a' | found no matching overload for '_>_' applied to '(int, string)'",
                "self.x + | Syntax error: mismatched input",
                "[1, 'a'] == [] | expected type 'int' but found 'string'",
                "self.set.exists(i, i) | expected type 'bool' but found 'int'",
                "duration('x') > duration('1s') | invalid duration argument",
                "self.x | must evaluate to a bool"
            })
    void whatMakesNoSenseIsRefused(String source, String problem) {
        assertThatThrownBy(() -> ENVIRONMENT.compile(source, Result.BOOLEAN))
                .isInstanceOf(CelCompileException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void anEvaluationThatCostsTooMuchIsEnded() throws CelCompileException {
        String loops = "lists.range(1000).all(a, lists.range(1000).all(b, a + b >= 0))";
        assertThat(evaluated(loops).failure())
                .isNotNull()
                .extracting(CelEvaluationFailure::kind)
                .isEqualTo(CelEvaluationFailure.Kind.TOO_EXPENSIVE);
    }

    @Test
    void costsAreEstimatedByTheSizesOfShapes() throws CelCompileException {
        long once =
                ENVIRONMENT.compile("self.set.all(a, a > 1)", Result.BOOLEAN).estimate();
        long twice = ENVIRONMENT
                .compile("self.set.all(a, self.set.all(b, a != b))", Result.BOOLEAN)
                .estimate();
        assertThat(once).isBetween(1_000L, 10_000L);
        assertThat(twice).isBetween(1_000_000L, 10_000_000L);
    }

    @Test
    void onlyExpressionsThatNameItUseTheOldValue() throws CelCompileException {
        assertThat(ENVIRONMENT.compile("self == oldSelf", Result.BOOLEAN).usesOld())
                .isTrue();
        assertThat(ENVIRONMENT.compile("self == self", Result.BOOLEAN).usesOld())
                .isFalse();
    }
}
