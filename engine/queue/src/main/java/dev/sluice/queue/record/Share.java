package dev.sluice.queue.record;

/// What a job or a window holds of one vertex. The vertices above it are held as well, shared with others.
///
/// @param path of a vertex on a node, the node's name and the path inside it, as in `node7/memory0`; of any other
/// vertex,
///     the full path, as in `/cluster0/license0`
/// @param amount how much of a pool; the size of any other vertex
public record Share(String path, long amount, Use use) {
    public enum Use {
        /// Others may use the vertex too; of a pool, the rest.
        SHARED,
        EXCLUSIVE,
        /// Exclusive, with everything below it.
        WHOLE
    }

    /// Returns whether the share lies at or below a vertex; everything lies below the empty path.
    public boolean isBelow(String ancestor) {
        return ancestor.isEmpty()
                || (path.startsWith(ancestor)
                        && (path.length() == ancestor.length() || path.charAt(ancestor.length()) == '/'));
    }
}
