package dev.sluice.kube.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExprVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is wrong with an expression, as Kubernetes' own CEL tells it: with the line, and a sign below the
/// place.
final class CompileErrors {
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*", Pattern.DOTALL);

    /// What the parser itself says; the rest is said of macros.
    private static final Pattern OF_SYNTAX = Pattern.compile(
            "(?:mismatched input|extraneous input|missing |no viable alternative|token recognition error).*",
            Pattern.DOTALL);

    private static final Pattern OF_LOGIC = Pattern.compile(
            "found no matching overload for '_(?:\\|\\||&&)_' applied to '\\((.*), (.*)\\)'", Pattern.DOTALL);

    private CompileErrors() {}

    /// @param parsed the expression as far as it could be read; nothing if it could not
    static String text(List<CelIssue> issues, String source, @Nullable CelAbstractSyntaxTree parsed) {
        List<String> all = new ArrayList<>();
        for (CelIssue issue : issues) {
            if (!issue.getMessage().startsWith("Message type resolution failure")) {
                all.add(text(issue, source, parsed));
            }
        }
        return String.join("\n", all);
    }

    private static String text(CelIssue issue, String source, @Nullable CelAbstractSyntaxTree parsed) {
        int line = issue.getSourceLocation().getLine();
        int column = issue.getSourceLocation().getColumn();
        String told = told(issue.getMessage());
        Matcher mixture = OF_LOGIC.matcher(told);
        if (mixture.matches() && parsed != null) {
            boolean isFirst = !mixture.group(1).equals("bool");
            CelSourceLocation at = operand(issue, parsed, isFirst ? 0 : 1);
            String type = isFirst ? mixture.group(1) : mixture.group(2);
            return text("expected type 'bool' but found '" + type + "'", source, at.getLine(), at.getColumn());
        }
        // What is wrong with an argument is told of the argument.
        return text(told, source, line, told.contains("argument to has()") ? column + 1 : column);
    }

    /// In the words of Kubernetes' own.
    private static String told(String message) {
        String told = CANDIDATES
                .matcher(message)
                .replaceFirst("")
                .replace("google.protobuf.Duration", "duration")
                .replace("google.protobuf.Timestamp", "timestamp")
                .replace("The argument must be", "argument must be");
        if (told.startsWith("For input string")) {
            return "invalid int literal";
        }
        return OF_SYNTAX.matcher(told).matches() ? "Syntax error: " + told : told;
    }

    private static CelSourceLocation operand(CelIssue issue, CelAbstractSyntaxTree parsed, int which) {
        Finder finder = new Finder(issue.getExprId(), which);
        finder.visit(parsed.getExpr());
        int offset = parsed.getSource().getPositionsMap().getOrDefault(finder.found, -1);
        return parsed.getSource().getOffsetLocation(offset).orElse(issue.getSourceLocation());
    }

    /// Looks for an operand of a call.
    private static final class Finder extends CelExprVisitor {
        private final long call;
        private final int which;
        private long found = -1;

        Finder(long call, int which) {
            this.call = call;
            this.which = which;
        }

        @Override
        protected void visit(CelExpr expression, CelExpr.CelCall of) {
            super.visit(expression, of);
            if (expression.id() == call && of.args().size() > which) {
                found = of.args().get(which).id();
            }
        }
    }

    /// @param line from one on
    /// @param column from zero on
    static String text(String problem, String source, int line, int column) {
        String[] lines = source.split("\n", -1);
        String own = line >= 1 && line <= lines.length ? lines[line - 1] : "";
        return String.format(
                Locale.ROOT,
                "ERROR: <input>:%d:%d: %s\n | %s\n | %s^",
                line,
                column + 1,
                problem,
                own,
                ".".repeat(Math.max(0, column)));
    }
}
