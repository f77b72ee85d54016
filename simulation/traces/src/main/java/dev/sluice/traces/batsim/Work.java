package dev.sluice.traces.batsim;

import java.util.List;
import java.util.OptionalDouble;

/// The work of a profile: one record per profile type of Batsim 4.
public sealed interface Work {

    /// Waits, and uses no resource.
    record Delay(double seconds) implements Work {}

    /// One task over all hosts.
    ///
    /// @param flops per host
    /// @param bytes per pair of hosts, row by row; the row sends to the column
    record Parallel(ResourceVector flops, ResourceVector bytes) implements Work {
        public Parallel {
            long hosts = flops.size();
            if (bytes.size() != 0 && hosts != 0 && bytes.size() != hosts * hosts) {
                throw new IllegalArgumentException(
                        "com has (" + bytes.size() + ") amounts for (" + hosts + ") hosts; it must be their square");
            }
        }
    }

    /// The same amount on every host and between every pair of hosts.
    record Homogeneous(double flopsPerHost, double bytesPerPair) implements Work {}

    /// The same, given as totals over all hosts.
    record HomogeneousTotal(double flops, double bytes) implements Work {}

    /// Profiles one after another.
    ///
    /// @param profiles names within the same workload
    record Sequence(List<String> profiles, int repeat) implements Work {
        public Sequence {
            profiles = List.copyOf(profiles);
        }
    }

    /// Every host reads from and writes to a parallel file system.
    record FileSystem(double bytesToRead, double bytesToWrite, String storage) implements Work {}

    /// A transfer from one storage to another.
    record DataStaging(double bytes, String from, String to) implements Work {}

    /// The replay of a recorded MPI program.
    ///
    /// @param trace a file, relative to the workload's
    record Smpi(String trace) implements Work {}

    /// The replay of a recorded use of processors.
    ///
    /// @param trace a file, relative to the workload's
    record UsageTrace(String trace) implements Work {}

    /// Sends a message to the scheduler, then sleeps.
    record Send(String message, double sleepSeconds) implements Work {}

    /// Waits for a message from the scheduler.
    ///
    /// @param success the profile that follows a matching message
    /// @param failure the profile that follows a timeout
    record Receive(String regex, String success, String failure, double timeoutSeconds, double pollSeconds)
            implements Work {}

    /// Returns the duration on this many otherwise idle hosts. Empty if the profile alone does not tell: a
    /// replay's trace is another file ([Replays]), a sequence names other profiles ([BatsimWorkload]), and the
    /// arrival of messages is unknown.
    default OptionalDouble idealSeconds(int hosts, HostSpeed speed) {
        return switch (this) {
            case Delay delay -> OptionalDouble.of(delay.seconds());
            case Parallel task -> OptionalDouble.of(speed.seconds(task.flops().max(), busiest(task.bytes())));
            case Homogeneous task ->
                OptionalDouble.of(speed.seconds(task.flopsPerHost(), task.bytesPerPair() * (hosts - 1)));
            // Batsim divides both totals by the number of hosts, and sends that much from each to each other.
            case HomogeneousTotal task ->
                OptionalDouble.of(speed.seconds(task.flops() / hosts, task.bytes() / hosts * (hosts - 1)));
            // All hosts share the storage.
            case FileSystem task ->
                OptionalDouble.of(speed.seconds(0, hosts * Math.max(task.bytesToRead(), task.bytesToWrite())));
            case DataStaging staging -> OptionalDouble.of(speed.seconds(0, staging.bytes()));
            case Send send -> OptionalDouble.of(send.sleepSeconds());
            case Sequence _, Smpi _, UsageTrace _, Receive _ -> OptionalDouble.empty();
        };
    }

    /// Returns the traffic of the busiest host, without what a host sends to itself.
    private static double busiest(ResourceVector bytes) {
        int hosts = (int) Math.sqrt(bytes.size());
        double most = 0;
        for (int host = 0; host < hosts; host++) {
            double sent = 0;
            double received = 0;
            for (int other = 0; other < hosts; other++) {
                sent += host == other ? 0 : bytes.get(host * hosts + other);
                received += host == other ? 0 : bytes.get(other * hosts + host);
            }
            most = Math.max(most, Math.max(sent, received));
        }
        return most;
    }
}
