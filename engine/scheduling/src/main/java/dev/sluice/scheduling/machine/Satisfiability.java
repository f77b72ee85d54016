package dev.sluice.scheduling.machine;

import dev.sluice.graph.model.ResourceModel;
import java.util.Arrays;

/// Whether each shape fits on the empty machine with all nodes open. Answers are cached until the machine
/// changes.
public final class Satisfiability {
    private static final byte UNKNOWN = 0;
    private static final byte FITS = 1;
    private static final byte NEVER_FITS = 2;

    private final ResourceModel machine;
    private final RequestShapes shapes;
    private byte[] known = new byte[16];

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

    /// Drops the answer for a number that is given to another shape.
    public void forget(int shape) {
        if (shape < known.length) {
            known[shape] = UNKNOWN;
        }
    }

    /// Drops the cached answers after a change of the machine.
    public void machineChanged() {
        Arrays.fill(known, UNKNOWN);
    }
}
