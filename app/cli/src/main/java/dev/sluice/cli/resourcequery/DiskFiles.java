package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/// Files by their paths, relative ones from a folder on.
record DiskFiles(Path folder) implements TextFiles {
    private record Stamp(long size, long modifiedNanos) {}

    @Override
    public String read(String file) {
        return InputFiles.read(folder.resolve(file).toString());
    }

    @Override
    public Object stamp(String file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(folder.resolve(file), BasicFileAttributes.class);
            return new Stamp(attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        } catch (IOException e) {
            throw new BadInput(file + ": there is no such file");
        }
    }
}
