package dev.sluice.graph.match;

import dev.sluice.jobspec.Jobspec;

/// A jobspec made ready to be matched again and again on one graph.
public final class Request {
    private final Jobspec jobspec;

    public Request(Jobspec jobspec) {
        this.jobspec = jobspec;
    }

    public Jobspec jobspec() {
        return jobspec;
    }
}
