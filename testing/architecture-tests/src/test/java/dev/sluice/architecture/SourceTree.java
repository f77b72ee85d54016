package dev.sluice.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The project's files, as git would commit them.
final class SourceTree {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final List<String> NOT_SOURCES = List.of(".git", "target", ".idea", ".vscode");

    private SourceTree() {}

    record SourceFile(String path, String text) {}

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isRegularFile(folder.resolve("sluice"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("not below the project's root");
        }
        return folder;
    }

    static List<String> modulesOfTheBuild() {
        List<String> modules = new ArrayList<>();
        Matcher module = MODULE.matcher(read(root().resolve("pom.xml")));
        while (module.find()) {
            modules.add(module.group(1));
        }
        return modules;
    }

    static List<SourceFile> files() {
        List<SourceFile> files = new ArrayList<>();
        collect(root(), files);
        return files;
    }

    private static void collect(Path folder, List<SourceFile> files) {
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                if (NOT_SOURCES.contains(entry.getFileName().toString()) || Files.isSymbolicLink(entry)) {
                    continue;
                }
                if (Files.isDirectory(entry)) {
                    collect(entry, files);
                } else if (!entry.toString().endsWith(".png")) {
                    files.add(new SourceFile(root().relativize(entry).toString(), read(entry)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
