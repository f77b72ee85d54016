package dev.sluice.cli.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/// Says what is wrong with a file that the user named: which file, and why. Java's own messages have one or the other.
public final class FileProblem {
    private FileProblem() {}

    public static BadInput reading(Path file, IOException cause) {
        return new BadInput(named(file, cause) + " cannot be read: " + reason(cause));
    }

    public static BadInput writing(Path file, IOException cause) {
        return new BadInput(named(file, cause) + " cannot be written: " + reason(cause));
    }

    /// Refuses a folder for outputs in which nothing can be written, before anything has been worked out.
    public static void requireWritable(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw new BadInput(folder + " cannot be written: " + existing + " is a file. Maybe name a folder?");
        }
        if (!Files.isWritable(existing)) {
            throw new BadInput(folder + " cannot be written: permission denied for " + existing);
        }
    }

    /// The file that the system complains of, which may be another one than was asked for.
    private static String named(Path file, IOException cause) {
        return cause instanceof FileSystemException e && e.getFile() != null ? e.getFile() : file.toString();
    }

    private static String reason(IOException cause) {
        return switch (cause) {
            case NoSuchFileException _, FileNotFoundException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _, NotDirectoryException _ -> "it is a file. Maybe name a folder?";
            case FileSystemException e -> Optional.ofNullable(e.getReason()).orElse(String.valueOf(e.getMessage()));
            default -> String.valueOf(cause.getMessage());
        };
    }
}
