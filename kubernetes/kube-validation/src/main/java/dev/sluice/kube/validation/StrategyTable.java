package dev.sluice.kube.validation;

import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.validation.TableStrategy.Check;
import dev.sluice.kube.validation.TableStrategy.Condition;
import dev.sluice.kube.validation.TableStrategy.Default;
import dev.sluice.kube.validation.TableStrategy.Facts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Reads the table of kinds (`kinds.txt`).
final class StrategyTable {
    private final Map<String, Facts> kinds = new HashMap<>();
    private Facts current = new Facts(new LinkedHashSet<>(), new LinkedHashSet<>(), List.of(), List.of());

    private StrategyTable() {}

    /// What is known of each resource.
    static Map<String, Facts> read() {
        StrategyTable table = new StrategyTable();
        text().lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(table::line);
        return table.kinds;
    }

    private void line(String line) {
        List<String> words = new ArrayList<>(List.of(line.strip().split(" ", -1)));
        String word = words.removeFirst();
        String subject = words.removeFirst();
        switch (word) {
            case "kind" -> {
                current = new Facts(
                        new LinkedHashSet<>(words), new LinkedHashSet<>(), new ArrayList<>(), new ArrayList<>());
                kinds.put(subject, current);
            }
            case "fields" -> current.fields().addAll(List.of(subject.split(",", -1)));
            case "default" -> current.defaults().add(defaultOf(subject, words));
            case "template", "selector", "required", "nonnegative", "positive", "oneof", "immutable", "unserved" ->
                current.checks()
                        .add(new Check(
                                word,
                                subject,
                                words.isEmpty()
                                        ? List.of()
                                        : List.of(words.getFirst().split(",", -1))));
            default -> throw new IllegalStateException("what is (" + line + ")?");
        }
    }

    private static Default defaultOf(String path, List<String> words) {
        Condition condition = Condition.NONE;
        if (words.size() == 3) {
            int equals = words.get(2).indexOf('=');
            condition = new Condition(
                    words.get(2).substring(0, equals), words.get(2).substring(equals + 1));
        }
        return new Default(path, JsonText.read(words.getFirst()), condition);
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(StrategyTable.class.getResourceAsStream("kinds.txt"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
