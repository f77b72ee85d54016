package dev.sluice.simulator.metric;

/// A sum that does not lose small addends to a large total (Neumaier's compensation).
final class Sum {
    private double total;
    private double lost;

    void add(double value) {
        double next = total + value;
        lost += Math.abs(total) >= Math.abs(value) ? (total - next) + value : (value - next) + total;
        total = next;
    }

    double value() {
        return total + lost;
    }
}
