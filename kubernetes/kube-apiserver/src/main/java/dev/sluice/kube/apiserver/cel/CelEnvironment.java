package dev.sluice.kube.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.CelStandardFunctions.StandardFunction;
import dev.cel.runtime.standard.AddOperator.AddOverload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A CEL environment: variables and function libraries.
public final class CelEnvironment {
    static final CelOptions OPTIONS =
            CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

    private static final List<FunctionLibrary> OWN = List.of(
            new TextFunctions(),
            new ListFunctions(),
            new RegexFunctions(),
            new UrlFunctions(),
            new QuantityFunctions(),
            new AddressFunctions(),
            new FormatFunctions(),
            new SemverFunctions(),
            new AuthorizerFunctions());

    /// Those of version 2, as Kubernetes has them.
    private static final CelStringExtensions TEXTS = CelExtensions.strings(
            CelStringExtensions.Function.CHAR_AT,
            CelStringExtensions.Function.INDEX_OF,
            CelStringExtensions.Function.JOIN,
            CelStringExtensions.Function.LAST_INDEX_OF,
            CelStringExtensions.Function.LOWER_ASCII,
            CelStringExtensions.Function.QUOTE,
            CelStringExtensions.Function.REPLACE,
            CelStringExtensions.Function.SPLIT,
            CelStringExtensions.Function.SUBSTRING,
            CelStringExtensions.Function.TRIM,
            CelStringExtensions.Function.UPPER_ASCII);

    private static final CelRuntime RUNTIME = runtime();

    /// What an expression can name.
    ///
    /// @param isOptional whether it may be there or not, and says so
    public record Variable(String name, CelSchema shape, boolean isOptional) {}

    /// The required result type.
    public enum Result {
        BOOLEAN(SimpleType.BOOL),
        TEXT(SimpleType.STRING);

        private final CelType type;

        Result(CelType type) {
            this.type = type;
        }
    }

    private final List<Variable> variables;
    private final CelCompiler compiler;

    private CelEnvironment(List<Variable> variables, CelCompiler compiler) {
        this.variables = variables;
        this.compiler = compiler;
    }

    public static CelEnvironment of(List<Variable> variables) {
        CelSchemaTypes types = new CelSchemaTypes();
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(
                        CelExtensions.optional(),
                        TEXTS,
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addLibraries(OWN);
        for (Variable variable : variables) {
            // Both of the same shape are of the same type, so that they can be compared.
            boolean isSelf = variables.getFirst().shape().equals(variable.shape());
            CelType type = types.of(variable.shape(), isSelf ? "selfType" : variable.name() + "Type");
            if (type != null) {
                builder.addVar(variable.name(), variable.isOptional() ? OptionalType.create(type) : type);
            }
        }
        return new CelEnvironment(
                List.copyOf(variables), builder.setTypeProvider(types).build());
    }

    private static CelRuntime runtime() {
        return CelRuntimeFactory.legacyCelRuntimeBuilder()
                .setOptions(OPTIONS)
                .setStandardEnvironmentEnabled(false)
                .setStandardFunctions(CelStandardFunctions.newBuilder()
                        .filterFunctions((function, overload) -> function != StandardFunction.EQUALS
                                && function != StandardFunction.NOT_EQUALS
                                && overload != AddOverload.ADD_LIST)
                        .build())
                .addFunctionBindings(
                        CelFunctionBinding.from("add_list", List.class, List.class, CelEquality::sum),
                        CelFunctionBinding.from("equals", Object.class, Object.class, CelEquality::equal),
                        CelFunctionBinding.from(
                                "not_equals",
                                Object.class,
                                Object.class,
                                (one, other) -> !CelEquality.equal(one, other)))
                .addLibraries(
                        CelExtensions.optional(),
                        TEXTS,
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addLibraries(OWN)
                .build();
    }

    /// Reads an expression.
    ///
    /// @throws CelRefusal if it is none, or is of another type
    public CelExpression compile(String source, Result wanted) throws CelCompileException {
        CelAbstractSyntaxTree tree = checked(source);
        String literals = LiteralChecks.problems(tree, source);
        if (!literals.isEmpty()) {
            throw new CelCompileException("compilation failed: " + literals);
        }
        if (!tree.getResultType().equals(wanted.type)) {
            throw new CelCompileException(
                    "must evaluate to a " + CelTypes.format(wanted.type), CelTypes.format(tree.getResultType()));
        }
        boolean usesOld = tree.getReferenceMap().values().stream()
                .anyMatch(reference -> reference.name().equals("oldSelf"));
        try {
            return new CelExpression(RUNTIME.createProgram(tree), source, usesOld, CostEstimate.of(tree, variables));
        } catch (CelEvaluationException e) {
            throw new CelCompileException("program instantiation failed: " + e.getMessage());
        }
    }

    private CelAbstractSyntaxTree checked(String source) throws CelCompileException {
        CelAbstractSyntaxTree parsed = tree(compiler.parse(source), source, null);
        return tree(compiler.check(parsed), source, parsed);
    }

    private static CelAbstractSyntaxTree tree(
            CelValidationResult result, String source, @Nullable CelAbstractSyntaxTree parsed)
            throws CelCompileException {
        try {
            return result.getAst();
        } catch (CelValidationException e) {
            throw new CelCompileException(
                    "compilation failed: " + CompileErrors.text(result.getErrors(), source, parsed));
        }
    }
}
