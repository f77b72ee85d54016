package dev.sluice.kube.apiserver.cel;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.parser.CelParserBuilder;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A library of CEL functions, for the type checker and the runtime.
abstract class FunctionLibrary implements CelCompilerLibrary, CelRuntimeLibrary {
    private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
    private final List<CelFunctionBinding> bindings = new ArrayList<>();

    /// A parameter: its CEL type, and the Java class of its values.
    record Of(CelType type, Class<?> values) {}

    /// The implementation of a function, without side effects.
    @FunctionalInterface
    interface Body {
        Object of(Object[] args);
    }

    static Of of(CelType type, Class<?> values) {
        return new Of(type, values);
    }

    /// Adds `function(a, b)`.
    final void global(String name, String id, CelType result, List<Of> parameters, Body body) {
        List<CelType> types = parameters.stream().map(Of::type).toList();
        add(name, CelOverloadDecl.newGlobalOverload(id, result, types), parameters, body);
    }

    /// Adds `a.function(b)`.
    final void member(String name, String id, CelType result, List<Of> parameters, Body body) {
        List<CelType> types = parameters.stream().map(Of::type).toList();
        add(name, CelOverloadDecl.newMemberOverload(id, result, types), parameters, body);
    }

    @SuppressWarnings("Immutable") // no body keeps anything
    private void add(String name, CelOverloadDecl declaration, List<Of> parameters, Body body) {
        declared.computeIfAbsent(name, _ -> new ArrayList<>()).add(declaration);
        List<Class<?>> classes = new ArrayList<>();
        parameters.forEach(parameter -> classes.add(parameter.values()));
        bindings.add(CelFunctionBinding.from(declaration.overloadId(), classes, body::of));
    }

    @Override
    public void setParserOptions(CelParserBuilder parser) {
        // There are no macros.
    }

    @Override
    public void setCheckerOptions(CelCheckerBuilder checker) {
        declared.forEach((name, overloads) ->
                checker.addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(name, overloads)));
    }

    @Override
    public void setRuntimeOptions(CelRuntimeBuilder runtime) {
        runtime.addFunctionBindings(bindings);
    }
}
