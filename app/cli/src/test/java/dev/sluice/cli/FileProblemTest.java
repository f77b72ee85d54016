package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileProblemTest {
    @TempDir
    private Path folder;

    @Test
    void aFullDiskIsNamedWithTheFile() {
        Path full = Path.of("/dev/full");

        IOException cause = catchThrowableOfType(IOException.class, () -> Files.write(full, new byte[1]));

        assertThat(FileProblem.writing(full, cause))
                .hasMessage("/dev/full cannot be written: No space left on device");
    }

    @Test
    void aMissingFileIsNamedWithTheReason() {
        Path missing = folder.resolve("missing.swf");

        IOException cause = catchThrowableOfType(IOException.class, () -> Files.readString(missing));

        assertThat(FileProblem.reading(missing, cause))
                .hasMessage(missing + " cannot be read: there is no such file");
    }

    @Test
    void aFolderBelowAFileCannotBeWritten() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> FileProblem.requireWritable(file.resolve("out")))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining(file + " is a file");
    }
}
