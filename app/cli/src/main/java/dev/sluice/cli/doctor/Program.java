package dev.sluice.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks for a program and compares its version with the oldest one that is supported.
///
/// @param names alternative names of the program
/// @param versionArguments the arguments to print its version
/// @param oldest the oldest supported version
record Program(List<String> names, List<String> versionArguments, String oldest) implements Function<Machine, Finding> {

    private static final String ANY_VERSION = "0";
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    static Program of(String... names) {
        return new Program(List.of(names), List.of("--version"), ANY_VERSION);
    }

    Program withVersionArguments(String... arguments) {
        return new Program(names, List.of(arguments), oldest);
    }

    Program since(String version) {
        return new Program(names, versionArguments, version);
    }

    @Override
    public Finding apply(Machine machine) {
        return names.stream()
                .map(machine::find)
                .flatMap(Optional::stream)
                .findFirst()
                .map(path -> examine(machine, path))
                .orElseGet(() -> Finding.missing("no " + String.join(" or ", names) + " in PATH"));
    }

    Finding examine(Machine machine, Path path) {
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(versionArguments);
        Optional<Machine.Answer> answer = machine.run(command);
        if (answer.isEmpty() || answer.get().exitCode() != 0) {
            return Finding.missing(path + " does not run");
        }
        Matcher version = VERSION.matcher(answer.get().text());
        String found = version.find() ? version.group() : answer.get().firstLine();
        Finding.Status status = byNumber().compare(found, oldest) < 0 ? Finding.Status.TOO_OLD : Finding.Status.OK;
        return new Finding(status, found + " in " + path);
    }

    /// Compares version numbers: 1.9 is before 1.26.
    static Comparator<String> byNumber() {
        return (left, right) -> {
            String[] leftParts = left.split("\\.", -1);
            String[] rightParts = right.split("\\.", -1);
            for (int i = 0; i < Math.min(leftParts.length, rightParts.length); i++) {
                int order = Integer.compare(number(leftParts[i]), number(rightParts[i]));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(leftParts.length, rightParts.length);
        };
    }

    private static int number(String part) {
        return part.matches("\\d{1,9}") ? Integer.parseInt(part) : 0;
    }
}
