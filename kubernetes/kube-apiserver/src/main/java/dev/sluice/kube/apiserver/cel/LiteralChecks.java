package dev.sluice.kube.apiserver.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelList;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelExprVisitor;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypes;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/// Durations, times and patterns that are written into an expression must be such, and lists have items of one
/// type.
final class LiteralChecks extends CelExprVisitor {
    private final CelAbstractSyntaxTree tree;
    private final String source;
    private final List<String> problems = new ArrayList<>();
    private final List<String> mixtures = new ArrayList<>();

    /// Within what may be of any type.
    private int depthOfFormats;

    private LiteralChecks(CelAbstractSyntaxTree tree, String source) {
        this.tree = tree;
        this.source = source;
    }

    /// What is wrong; empty if nothing is.
    static String problems(CelAbstractSyntaxTree tree, String source) {
        LiteralChecks checks = new LiteralChecks(tree, source);
        checks.visit(tree.getExpr());
        checks.problems.addAll(checks.mixtures);
        return String.join("\n", checks.problems);
    }

    @Override
    protected void visit(CelExpr expression, CelCall call) {
        boolean isFormat = call.function().equals("format");
        depthOfFormats += isFormat ? 1 : 0;
        super.visit(expression, call);
        depthOfFormats -= isFormat ? 1 : 0;
        int place = call.function().equals("matches") && call.target().isEmpty() ? 1 : 0;
        if (call.args().size() <= place
                || call.args().get(place).getKind() != CelExpr.ExprKind.Kind.CONSTANT
                || call.args().get(place).constant().getKind() != CelConstant.Kind.STRING_VALUE) {
            return;
        }
        CelExpr literal = call.args().get(place);
        if (!isFine(call.function(), literal.constant().stringValue())) {
            problems.add(at(literal, "invalid " + call.function() + " argument"));
        }
    }

    @Override
    protected void visit(CelExpr expression, CelList list) {
        super.visit(expression, list);
        mustBeAlike(list.elements());
    }

    @Override
    protected void visit(CelExpr expression, CelMap map) {
        super.visit(expression, map);
        mustBeAlike(map.entries().stream().map(CelMap.Entry::key).toList());
        mustBeAlike(map.entries().stream().map(CelMap.Entry::value).toList());
    }

    private void mustBeAlike(List<CelExpr> parts) {
        if (depthOfFormats > 0 || parts.isEmpty()) {
            return;
        }
        CelType first = tree.getTypeOrThrow(parts.getFirst().id());
        for (CelExpr part : parts) {
            CelType type = tree.getTypeOrThrow(part.id());
            if (!type.isAssignableFrom(first) && !first.isAssignableFrom(type)) {
                mixtures.add(at(
                        part,
                        "expected type '%s' but found '%s'".formatted(CelTypes.format(first), CelTypes.format(type))));
                return;
            }
        }
    }

    private String at(CelExpr expression, String problem) {
        int offset = tree.getSource().getPositionsMap().getOrDefault(expression.id(), 0);
        CelSourceLocation at = tree.getSource().getOffsetLocation(offset).orElse(CelSourceLocation.of(1, offset));
        return CompileErrors.text(problem, source, at.getLine(), at.getColumn());
    }

    private static boolean isFine(String function, String text) {
        try {
            switch (function) {
                case "duration" -> GoDurations.parse(text);
                case "timestamp" -> OffsetDateTime.parse(text);
                case "matches" -> Pattern.compile(text);
                default -> {
                    // Others take what they get.
                }
            }
            return true;
        } catch (DateTimeException | IllegalArgumentException | PatternSyntaxException e) {
            return false;
        }
    }
}
