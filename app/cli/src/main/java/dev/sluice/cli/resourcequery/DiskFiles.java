package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;

/// Files by their paths, relative ones from a folder on.
final class DiskFiles implements TextFiles {
    private record Stamp(long size, FileTime modified) {}

    /// More than scripts name; beyond it paths are made anew.
    private static final int PATHS_MAX = 10_000;

    private final Path folder;
    private final Map<String, Path> paths = new HashMap<>();

    DiskFiles(Path folder) {
        this.folder = folder;
    }

    @Override
    public String read(String file) {
        return InputFiles.read(path(file).toString());
    }

    @Override
    public Object stamp(String file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path(file), BasicFileAttributes.class);
            return new Stamp(attributes.size(), attributes.lastModifiedTime());
        } catch (IOException e) {
            throw new BadInput(file + ": there is no such file");
        }
    }

    private Path path(String file) {
        if (paths.size() >= PATHS_MAX) {
            paths.clear();
        }
        return paths.computeIfAbsent(file, folder::resolve);
    }
}
