package dev.sluice.cli.console;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/// Describes file system errors: which file, and why.
public final class FileProblem {
    private FileProblem() {}

    /// Something that reads or writes files.
    @FunctionalInterface
    public interface Access {
        void run() throws IOException;
    }

    /// Reads or writes a file; a failure becomes a [BadInput] that names it.
    public static void naming(Path file, Access access) {
        try {
            access.run();
        } catch (IOException e) {
            throw new BadInput(describe(file, e));
        }
    }

    /// Returns the message for a failure.
    ///
    /// @param file the file that was read or written, for failures that do not name one
    public static String describe(Path file, IOException problem) {
        String named =
                problem instanceof FileSystemException it && it.getFile() != null ? it.getFile() : file.toString();
        return named + ": " + reason(problem);
    }

    /// Refuses an output folder that is not writable, before anything is computed.
    public static void requireWritable(Path folder) {
        Path existing = folder.toAbsolutePath();
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw new BadInput(existing + ": is a file, and a directory is needed");
        }
        if (!Files.isWritable(existing)) {
            throw new BadInput(existing + ": permission denied");
        }
    }

    private static String reason(IOException problem) {
        return switch (problem) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "is a file, and a directory is needed";
            case NotDirectoryException _ -> "is not a directory";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> String.valueOf(problem.getMessage());
        };
    }
}
