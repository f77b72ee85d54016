package dev.sluice.scheduling.machine;

import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.HostPort;
import java.util.List;
import java.util.function.Predicate;

/// The resources that a job requests, without its owner and duration. Jobs of one shape fit or fail alike, so one try
/// answers for all of them.
///
/// @param cores the minimum that any placement takes; 0 if the request names none
public record RequestShape(CompiledJobspec request, long nodes, long cores, long gpus) {

    /// Larger sums are cut off, so that a further multiplication cannot overflow.
    private static final long AMOUNT_MAX = Integer.MAX_VALUE;

    static RequestShape of(CompiledJobspec request) {
        Jobspec jobspec = request.jobspec();
        return new RequestShape(
                request, least(jobspec, VertexKind.NODE), least(jobspec, VertexKind.CORE), leastGpus(jobspec));
    }

    /// A cluster names GPUs by their vendors, such as `nvidia.com/gpu`.
    private static boolean isGpu(String type) {
        return type.equals(VertexKind.GPU) || type.endsWith("/" + VertexKind.GPU);
    }

    /// Returns the ports that each pod has of its node.
    public List<HostPort> hostPorts() {
        return request.jobspec().attributes().system().directives().hostPorts();
    }

    /// Returns how much of a resource type any placement of a request takes at least.
    public static long least(Jobspec jobspec, String type) {
        return least(jobspec.resources(), type::equals);
    }

    /// Returns how many GPUs, of whatever vendor, any placement of a request takes at least.
    public static long leastGpus(Jobspec jobspec) {
        return least(jobspec.resources(), RequestShape::isGpu);
    }

    private static long least(List<ResourceRequest> requests, Predicate<String> type) {
        long sum = 0;
        for (ResourceRequest request : requests) {
            long each = (type.test(request.type()) ? 1 : 0) + least(request.with(), type);
            sum += Math.min(
                    AMOUNT_MAX, each * Math.min(AMOUNT_MAX, request.count().min()));
        }
        return Math.min(AMOUNT_MAX, sum);
    }
}
