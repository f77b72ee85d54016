package dev.sluice.kube.cluster.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A list of actions and checks.
record Scenario(String name, List<String> steps) {

    static List<Scenario> read(String file) {
        try (InputStream in = Objects.requireNonNull(Scenario.class.getResourceAsStream("/contract/" + file))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Scenario> all = new ArrayList<>();
            for (String line : text.lines().toList()) {
                if (line.startsWith("== ")) {
                    all.add(new Scenario(line.substring(3), new ArrayList<>()));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    all.getLast().steps().add(line);
                }
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
