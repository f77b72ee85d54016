package dev.sluice.simulator.drive;

import dev.sluice.graph.Placement;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.scheduling.Consequences;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The windows of a run, numbered in the order in which the engine has entered them, and what each of them takes.
final class Windows {
    private final List<Placement> places = new ArrayList<>();

    /// A window that begins at once takes its place from the stock, by which the engine looks for the others; so it is
    /// entered last.
    static List<Window> inOrderOfEntry(List<Window> windows) {
        List<Window> laterFirst = new ArrayList<>(windows);
        laterFirst.sort(Comparator.comparing(window -> window.startNanos() == 0));
        return laterFirst;
    }

    /// How many windows there are, by name.
    static String words(List<Window> windows) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        windows.forEach(window -> counts.merge(window.name(), 1, Integer::sum));
        List<String> names = new ArrayList<>();
        counts.forEach((name, count) -> names.add(name + " (" + count + ")"));
        return windows.size() + (windows.size() == 1 ? " window" : " windows") + " in which no job may run: "
                + String.join(", ", names);
    }

    int count() {
        return places.size();
    }

    Placement place(int window) {
        return places.get(window);
    }

    /// Has the engine enter a window.
    ///
    /// @throws IllegalArgumentException if another window holds what it needs
    Consequences enter(Window window, Jobspec what, Engine engine, long nowNanos) {
        int number = places.size();
        QueueRecord.Span span = new QueueRecord.Span(window.startNanos(), window.endNanos());
        Consequences consequences =
                engine.handle(new Event.WindowCreated(Integer.toString(number), window.name(), what, span), nowNanos);
        for (Decision decision : consequences.decisions()) {
            if (decision instanceof Decision.WindowInUse) {
                throw window.collides();
            } else if (decision instanceof Decision.EnterWindow entered) {
                places.add(entered.placement());
            }
        }
        if (places.size() == number) {
            throw window.collides();
        }
        return consequences;
    }
}
