package dev.sluice.scheduling.machine;

import dev.sluice.graph.model.ResourceModel;
import java.util.Arrays;

/// What is known of each shape until the machine changes: whether it fits on the empty machine with all nodes open, and
/// whether it has a *prospect*, a moment in the plan from which it can run.
///
/// A shape has no prospect if it does not fit beside work that has no expected end, or on the nodes that are open. All
/// jobs of it can be passed over until such work goes, gives something back or gets an end, a node opens, or the
/// machine changes. Such work is that of other schedulers and of pods that restart always; what other jobs do changes
/// nothing, since they are expected to end, and more work or another closed node gives none a prospect.
public final class Satisfiability {
    private static final byte UNKNOWN = 0;
    private static final byte FITS = 1;
    private static final byte NEVER_FITS = 2;

    private final ResourceModel machine;
    private final RequestShapes shapes;
    private byte[] known = new byte[16];

    /// By shape: the count of changes when it was found to have no prospect, and the last count of ends for which that
    /// holds.
    private long[] withoutProspect = new long[16];

    private long[] untilEnd = new long[16];

    private long changes = 1;
    private long ends = 1;

    public Satisfiability(ResourceModel machine, RequestShapes shapes) {
        this.machine = machine;
        this.shapes = shapes;
    }

    public boolean fits(int shape) {
        if (shape >= known.length) {
            known = Arrays.copyOf(known, 2 * shape + 1);
        }
        if (known[shape] == UNKNOWN) {
            known[shape] = machine.isSatisfiable(shapes.shape(shape).request()) ? FITS : NEVER_FITS;
        }
        return known[shape] == FITS;
    }

    /// Notes that the plan has no place for a shape at any time.
    ///
    /// @param isLasting whether that stays so when jobs end; false if the shape may fit by chance when they have
    public void noteNoProspect(int shape, boolean isLasting) {
        if (shape >= withoutProspect.length) {
            withoutProspect = Arrays.copyOf(withoutProspect, 2 * shape + 1);
            untilEnd = Arrays.copyOf(untilEnd, withoutProspect.length);
        }
        withoutProspect[shape] = changes;
        untilEnd[shape] = isLasting ? Long.MAX_VALUE : ends;
    }

    /// Returns whether a shape is known to have no prospect at present.
    public boolean hasNoProspect(int shape) {
        return shape < withoutProspect.length && withoutProspect[shape] == changes && untilEnd[shape] >= ends;
    }

    /// Drops the answers for a number that is given to another shape.
    public void forget(int shape) {
        if (shape < known.length) {
            known[shape] = UNKNOWN;
        }
        if (shape < withoutProspect.length) {
            withoutProspect[shape] = 0;
        }
    }

    /// Drops all answers after a change of the machine.
    public void machineChanged() {
        Arrays.fill(known, UNKNOWN);
        prospectsChanged();
    }

    /// Notes that a shape may have a prospect that had none: work without an expected end has gone, or a node has
    /// opened.
    public void prospectsChanged() {
        changes++;
    }

    /// Notes that something has become free that was expected to.
    public void freed() {
        ends++;
    }
}
