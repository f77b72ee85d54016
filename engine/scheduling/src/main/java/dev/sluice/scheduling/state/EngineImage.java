package dev.sluice.scheduling.state;

import dev.sluice.graph.Placement;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.image.QueueImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The complete state of the engine at one moment, comparable by value.
///
/// @param holdings the allocations and reservations, by holder
/// @param line the eligible jobs, in queue order
/// @param down the vertices that are down
public record EngineImage(QueueImage queue, List<String> holdings, List<Long> line, List<Integer> down) {
    public EngineImage {
        holdings = List.copyOf(holdings);
        line = List.copyOf(line);
        down = List.copyOf(down);
    }

    static EngineImage of(EngineState state) {
        List<String> holdings = state.machine().occupancy().holdings().stream()
                .sorted(Comparator.comparingLong(Holding::job))
                .map(EngineImage::text)
                .toList();
        List<Long> line = new ArrayList<>();
        for (int job = state.waiting().first(); job >= 0; job = state.waiting().next(job)) {
            line.add(state.table().id(job));
        }
        List<Integer> down = new ArrayList<>();
        for (int vertex = 0; vertex < state.machine().graph().vertexCount(); vertex++) {
            if (state.machine().graph().isDown(vertex)) {
                down.add(vertex);
            }
        }
        return new EngineImage(QueueImage.of(state.table()), holdings, line, down);
    }

    private static String text(Holding holding) {
        StringBuilder text = new StringBuilder()
                .append(holding.job())
                .append(' ')
                .append(holding.start())
                .append("..")
                .append(holding.end())
                .append(holding.reserved() ? " later" : " now");
        Placement placement = holding.placement();
        for (int i = 0; i < placement.size(); i++) {
            text.append(' ')
                    .append(placement.vertex(i))
                    .append('x')
                    .append(placement.amount(i))
                    .append(placement.isExclusive(i) ? "!" : "");
        }
        return text.toString();
    }
}
