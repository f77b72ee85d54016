package dev.sluice.kube.apiserver.contract;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Puts cases to both servers.
final class Contract {
    static final List<String> FILES = List.of(
            "objects.txt",
            "pods.txt",
            "others.txt",
            "answers.txt",
            "jobs.txt",
            "workloads.txt",
            "subresources.txt",
            "kinds.txt",
            "verbs.txt",
            "watches.txt",
            "events.txt",
            "network.txt",
            "validation.txt",
            "autoscalers.txt",
            "warnings.txt",
            "storage.txt",
            "podspecs.txt",
            "parts.txt",
            "refusals.txt");

    private static final ContractCase.Request NAMESPACE = new ContractCase.Request(
            "POST", "/api/v1/namespaces", "application/json", "{\"metadata\":{\"name\":\"NS\"}}", false, "");

    /// A difference that is one is there every time.
    private static final int CLOCK_TRIES_MAX = 3;

    private final ContractServer real;
    private final ContractServer ours;
    private final List<String> differences = new ArrayList<>();
    private int cases;
    private int steps;

    Contract(URI real, URI ours) {
        this.real = new ContractServer(real);
        this.ours = new ContractServer(ours);
    }

    /// @param prefix of the cases' namespaces
    void put(List<ContractCase> all, String prefix) throws IOException, InterruptedException {
        for (ContractCase each : all) {
            cases++;
            List<String> found = put(each, prefix + cases);
            for (int again = 1; !found.isEmpty() && each.isByTheClock() && again < CLOCK_TRIES_MAX; again++) {
                found = put(each, prefix + cases + "-" + again);
            }
            differences.addAll(found);
        }
    }

    private List<String> put(ContractCase whole, String namespace) throws IOException, InterruptedException {
        real.begin(namespace);
        ours.begin(namespace);
        List<String> found = new ArrayList<>(step(whole, NAMESPACE));
        for (ContractCase.Step step : whole.steps()) {
            found.addAll(step(whole, step));
        }
        return found;
    }

    private List<String> step(ContractCase from, ContractCase.Step step) throws IOException, InterruptedException {
        Answer theirs = real.take(step);
        Answer mine = ours.take(step);
        steps++;
        return mine.equals(theirs)
                ? List.of()
                : List.of(from + ": " + step + "\n  real | ours: " + String.join("\n  ", theirs.differences(mine)));
    }

    List<String> differences() {
        return differences;
    }

    @Override
    public String toString() {
        return "%d cases, %d steps, %d differences".formatted(cases, steps, differences.size());
    }
}
