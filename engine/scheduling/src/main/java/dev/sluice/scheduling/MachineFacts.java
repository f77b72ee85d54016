package dev.sluice.scheduling;

import dev.sluice.graph.GraphException;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.OtherHolders;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.scheduling.state.Journal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/// What events report of the machine: its vertices, what other schedulers hold of it, and windows.
///
/// Facts about vertices are not recorded, since the machine reports them again after a restart. Windows are.
final class MachineFacts {
    private final EngineState state;
    private final Journal journal;
    private final Cycle cycle;
    private final List<Decision> decisions;
    private final Pass pass;
    private final WindowPlaces windowPlaces;

    /// @param pass where plans are dropped
    MachineFacts(Journal journal, Cycle cycle, Pass pass) {
        this.state = journal.state();
        this.journal = journal;
        this.cycle = cycle;
        this.decisions = cycle.decisions();
        this.pass = pass;
        this.windowPlaces = new WindowPlaces(state);
    }

    void setClosed(String path, ClosedReason reason, boolean holds) {
        if (state.machineState().vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        state.setClosed(path, reason, holds);
        cycle.machineChanged();
    }

    void changeVertex(String path, Runnable change, long now) {
        if (state.machineState().vertex(path).isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
        } else {
            changeMachine(change, now);
        }
    }

    /// Changes what decides whether jobs may use a node. The next pass makes all reservations anew.
    void changeNode(String path, IntConsumer change) {
        OptionalInt node = state.machineState().vertex(path);
        if (node.isEmpty()) {
            decisions.add(new Decision.Report("there is no vertex (" + path + ")"));
            return;
        }
        change.accept(node.getAsInt());
        state.nodeRulesChanged();
        cycle.machineChanged();
    }

    /// Drops all reservations, then applies the change. If the graph refuses it, nothing changes and a report is
    /// made.
    void changeMachine(Runnable change, long now) {
        pass.giveWay(now);
        try {
            change.run();
            cycle.machineChanged();
        } catch (GraphException e) {
            decisions.add(new Decision.Report(String.valueOf(e.getMessage())));
        }
        cycle.requestPass();
    }

    void enter(ForeignUse use, long now) {
        state.enter(use, now);
        if (use.endNanos() != ForeignUse.OPEN) {
            decisions.add(new Decision.WakeAt(Math.max(use.endNanos(), now + 1)));
        }
        cycle.machineChanged();
    }

    void remove(String foreign) {
        OtherHolders.Foreign known = state.machineState().others().foreign(foreign);
        if (known != null) {
            state.removeForeign(known);
            cycle.machineChanged();
        }
    }

    /// Replaces what the window had, if anything: the same event may be reported twice.
    void enterWindow(Holder.Window window, Jobspec what, Span span, long now) {
        leaveWindow(window.id(), now);
        Span rest = new Span(Math.max(span.startNanos(), now), Math.max(span.endNanos(), now + 1));
        pass.giveWay(now);
        cycle.requestPass();
        Optional<WindowPlaces.Place> place = windowPlaces.find(what, rest, now);
        if (place.isEmpty()) {
            decisions.add(new Decision.Report("the machine does not have the resources of window (%s, %s)"
                    .formatted(window.id(), window.name())));
            return;
        }
        if (!place.get().holders().isEmpty()) {
            decisions.add(new Decision.WindowInUse(window, place.get().holders()));
        }
        journal.enter(window, place.get().placement(), rest, now);
        decisions.add(new Decision.EnterWindow(window.id(), place.get().placement()));
        decisions.add(new Decision.WakeAt(rest.endNanos()));
    }

    void leaveWindow(String id, long now) {
        if (state.machineState().others().window(id) != null) {
            journal.write(new QueueRecord.WindowLeft(id, now));
            cycle.requestPass();
        }
    }
}
