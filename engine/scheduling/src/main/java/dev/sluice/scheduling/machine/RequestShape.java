package dev.sluice.scheduling.machine;

import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;

/// What a job asks of the machine, whoever it is and however long it takes. Jobs of one shape fit or do not fit
/// alike, so each shape is tried once where its jobs would be tried one by one.
///
/// @param cores the least that every placement takes; 0 if the request does not name any
public record RequestShape(CompiledJobspec request, long nodes, long cores, long gpus) {

    /// Sums above this are cut off, far from overflowing when multiplied once more.
    private static final long AMOUNT_MAX = Integer.MAX_VALUE;

    static RequestShape of(CompiledJobspec request) {
        Jobspec jobspec = request.jobspec();
        return new RequestShape(
                request,
                least(jobspec.resources(), VertexKind.NODE),
                least(jobspec.resources(), VertexKind.CORE),
                least(jobspec.resources(), VertexKind.GPU));
    }

    private static long least(List<ResourceRequest> requests, String type) {
        long sum = 0;
        for (ResourceRequest request : requests) {
            long each = (request.type().equals(type) ? 1 : 0) + least(request.with(), type);
            sum += Math.min(
                    AMOUNT_MAX, each * Math.min(AMOUNT_MAX, request.count().min()));
        }
        return Math.min(AMOUNT_MAX, sum);
    }
}
