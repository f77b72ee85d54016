package dev.sluice.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.fuzz.Mutations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Configurations that are broken in any way are read, or refused with an error that says where and what is wrong.
class BrokenConfigurationsTest {
    private static final int TRIES = 3000;

    private static final String QUEUES = """
            order: {priority: 1000, age-second: 1, core: 0.5}
            queues:
              - name: "1"
                priority: 10
                max-walltime: 2h
                default-walltime: 30m
                processors: 64
                limits:
                  - {scope: user, jobs: 10, nodes: 4, cores: 64, gpus: 2}
              - {name: default, properties: [gpu], hosts: "node[0-15]"}
            windows:
              - {name: maintenance, start: 2d, duration: 4h, every: 7d, hosts: "node[0-3]"}
              - {name: other, start: 2026-05-01T06:00:00Z, end: 2026-05-02T06:00:00Z, queue: "1"}
            """;

    private static final String EXPERIMENT = """
            title: How load moves the wait
            traces: ["lublin:50", "lublin:60"]
            loads: [0.7, 0.8]
            machines: [128, 256]
            policies: [fcfs, easy, conservative]
            seeds: [1, 2, 3]
            generated-estimates: [exact, tsafrir]
            estimates: requested
            overrun: [kill, "grace:5m"]
            """;

    @TempDir
    private Path folder;

    private interface Reading {
        void read(String text) throws IOException;
    }

    @Test
    void queues() throws IOException {
        breakAll(QUEUES, "queues.yaml", text -> QueueConfigFile.parse(text, "queues.yaml"));
    }

    @Test
    void experiments() throws IOException {
        Path file = folder.resolve("experiment.yaml");
        breakAll(EXPERIMENT, file.toString(), text -> {
            Files.writeString(file, text);
            ExperimentFile.read(file, Optional.empty());
        });
    }

    private static void breakAll(String valid, String source, Reading reading) throws IOException {
        Mutations mutations = new Mutations(valid.hashCode());
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            String broken = mutations.of(valid);
            try {
                reading.read(broken);
            } catch (RuntimeException | StackOverflowError e) {
                assertThat(e).as("try %d: %s", i, shortened(broken)).isInstanceOf(BadInput.class);
                assertThat(e.getMessage())
                        .as("try %d: %s", i, shortened(broken))
                        .startsWith(source);
                refused++;
            }
        }
        assertThat(refused).isBetween(TRIES / 10, TRIES);
    }

    private static String shortened(String text) {
        return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
    }
}
