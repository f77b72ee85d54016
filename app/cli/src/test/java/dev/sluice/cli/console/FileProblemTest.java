package dev.sluice.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileProblemTest {
    private static final Path FILE = Path.of("out", "sweep.csv");

    @Test
    void aFailureThatNamesNoFileGetsTheName() {
        assertThatThrownBy(() -> FileProblem.naming(FILE, () -> {
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(BadInput.class)
                .hasMessage(FILE + ": No space left on device");
    }

    @Test
    void aFailureThatNamesItsFileKeepsIt() {
        assertThat(FileProblem.describe(FILE, new NoSuchFileException("other")))
                .isEqualTo("other: there is no such file or directory");
        assertThat(FileProblem.describe(FILE, new AccessDeniedException("other")))
                .isEqualTo("other: permission denied");
        assertThat(FileProblem.describe(FILE, new FileAlreadyExistsException("other")))
                .isEqualTo("other: is a file, and a directory is needed");
        assertThat(FileProblem.describe(FILE, new FileSystemException("other", null, "Is a directory")))
                .isEqualTo("other: Is a directory");
    }

    @Test
    void aFullDiskIsNamedWithTheFile() {
        Path full = Path.of("/dev/full");

        assertThatThrownBy(() -> FileProblem.naming(full, () -> Files.write(full, new byte[1])))
                .hasMessage("/dev/full: No space left on device");
    }

    @Test
    void aFolderBelowAFileCannotBeWritten(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> FileProblem.requireWritable(file.resolve("out")))
                .isInstanceOf(BadInput.class)
                .hasMessage(file + ": is a file, and a directory is needed");
    }
}
