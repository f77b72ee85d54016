package dev.sluice.queue.postgres.project;

import dev.sluice.queue.record.Share;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the names in a share's path: its last name is a basename and a number, as in `core0`, `memory0` or
/// `nvidia.com:gpu3`.
///
/// A path that begins with a name is one on the node of that name. On a full path, which older records have, the node
/// is the name `node12`, if there is one; otherwise, as for nodes of Kubernetes, the name above the resource. A share
/// of a vertex with everything below it counts as that vertex only: its path does not say how
/// many cores it has.
public final class PathMeter implements ShareMeter {

    /// Cores are pools in thousandths, as in the graph of a Kubernetes cluster.
    public static final PathMeter MILLI_CORES = new PathMeter(1);

    /// Cores are vertices of their own.
    public static final PathMeter WHOLE_CORES = new PathMeter(1000);

    private static final Pattern NUMBERED_NODE = Pattern.compile("/(node\\d+)(?:/|$)");
    private static final Pattern RESOURCE =
            Pattern.compile("core|socket|memory|gpu|pods|ephemeral-storage|hugepages-.*|.*:.*");

    private final long milliCoresPerUnit;

    private PathMeter(long milliCoresPerUnit) {
        this.milliCoresPerUnit = milliCoresPerUnit;
    }

    @Override
    public Amounts amounts(Share share) {
        String basename = basename(lastName(share.path()));
        if (basename.equals("core")) {
            return new Amounts(share.amount() * milliCoresPerUnit, 0, 0);
        }
        if (basename.equals("memory")) {
            return new Amounts(0, share.amount(), 0);
        }
        return isGpu(basename) ? new Amounts(0, 0, share.amount()) : Amounts.NONE;
    }

    /// `gpu` of Flux, `nvidia.com:gpu` and `amd.com:gpu`, `gpu.intel.com:…`.
    private static boolean isGpu(String basename) {
        return basename.equals("gpu") || basename.endsWith(":gpu") || basename.startsWith("gpu.");
    }

    @Override
    public Optional<String> node(Share share) {
        int nodeEnd = share.path().indexOf('/');
        if (nodeEnd > 0) {
            return Optional.of(share.path().substring(0, nodeEnd));
        }
        var numbered = NUMBERED_NODE.matcher(share.path());
        if (numbered.find()) {
            return Optional.of(numbered.group(1));
        }
        String last = lastName(share.path());
        if (!RESOURCE.matcher(basename(last)).matches()) {
            return last.isEmpty() ? Optional.empty() : Optional.of(last);
        }
        int end = share.path().length() - last.length() - 1;
        String above = end > 0 ? lastName(share.path().substring(0, end)) : "";
        return above.isEmpty() ? Optional.empty() : Optional.of(above);
    }

    private static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String basename(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end);
    }
}
