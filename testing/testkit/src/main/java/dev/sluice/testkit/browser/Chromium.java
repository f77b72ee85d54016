package dev.sluice.testkit.browser;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The system's Chromium.
///
/// @param program its executable
public record Chromium(Path program) {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    /// A page of a few megabytes takes some seconds on a busy machine; one that takes this long hangs.
    private static final int OPENS_WITHIN_SECONDS = 120;

    /// So much of the page's own time passes before its document is read, as fast as its scripts allow.
    private static final int PAGE_MILLISECONDS = 20_000;

    private static final String CONSOLE = ":CONSOLE";

    /// A page as it is after its scripts have run.
    ///
    /// @param document its elements, as HTML
    /// @param console what the browser and the page's scripts complained of
    public record Opened(String document, List<String> console) {}

    public static Optional<Chromium> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return NAMES.stream()
                .flatMap(name -> Arrays.stream(path.split(File.pathSeparator)).map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Chromium::new);
    }

    /// Opens a file, with a profile that is new and stays in the given folder.
    public Opened open(Path page, Path folder) throws IOException, InterruptedException {
        Path document = folder.resolve("document.html");
        Path log = folder.resolve("browser.log");
        Process browser = new ProcessBuilder(command(
                        folder.resolve("profile"),
                        List.of(
                                "--virtual-time-budget=" + PAGE_MILLISECONDS,
                                "--dump-dom",
                                page.toUri().toString())))
                .redirectOutput(document.toFile())
                .redirectError(log.toFile())
                .start();
        if (!browser.waitFor(OPENS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
            throw new IOException(
                    "Chromium did not open (" + page + ") within (" + OPENS_WITHIN_SECONDS + ") s; see (" + log + ")");
        }
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return new Opened(
                    Files.readString(document, StandardCharsets.UTF_8),
                    lines.filter(line -> line.contains(CONSOLE)).toList());
        }
    }

    /// Starts the browser without a window and without a network of its own.
    List<String> command(Path profile, List<String> more) {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--headless",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--enable-logging=stderr",
                "--user-data-dir=" + profile));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--no-sandbox"); // Chromium's own sandbox refuses to serve root.
        }
        command.addAll(more);
        return command;
    }
}
