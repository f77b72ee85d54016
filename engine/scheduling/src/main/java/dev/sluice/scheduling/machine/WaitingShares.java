package dev.sluice.scheduling.machine;

import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Shares of vertices that are not there: their node has been removed and may return, or has not been reported yet.
final class WaitingShares {
    private final TreeMap<String, List<Waiting>> byPath = new TreeMap<>();

    /// How many shares each holder has here, so that most holders need no search.
    private final Map<Long, Integer> counts = new HashMap<>();

    private record Waiting(long holder, Share share) {}

    boolean isEmpty() {
        return byPath.isEmpty();
    }

    void add(long holder, Share share) {
        byPath.computeIfAbsent(share.path(), _ -> new ArrayList<>()).add(new Waiting(holder, share));
        counts.merge(holder, 1, Integer::sum);
    }

    /// Removes and returns the shares of a vertex and everything below it, by holder.
    Map<Long, List<Share>> takeBelow(String path) {
        Map<Long, List<Share>> found = new TreeMap<>();
        // Everything below a path sorts between path + '/' and path + '0', the next character.
        collect(byPath.subMap(path, true, path, true), found);
        collect(byPath.subMap(path + "/", true, path + "0", false), found);
        return found;
    }

    private void collect(Map<String, List<Waiting>> from, Map<Long, List<Share>> found) {
        from.values()
                .forEach(those -> those.forEach(each -> {
                    found.computeIfAbsent(each.holder(), _ -> new ArrayList<>()).add(each.share());
                    uncount(each.holder());
                }));
        from.clear();
    }

    private void uncount(long holder) {
        counts.computeIfPresent(holder, (_, count) -> count == 1 ? null : count - 1);
    }

    /// Returns the shares of a holder, in the order of their paths.
    List<Share> of(long holder) {
        List<Share> shares = new ArrayList<>();
        if (counts.containsKey(holder)) {
            byPath.values()
                    .forEach(those -> those.stream()
                            .filter(each -> each.holder() == holder)
                            .forEach(each -> shares.add(each.share())));
        }
        return shares;
    }

    /// Takes an amount off a holder's share.
    void reduce(long holder, Share less) {
        List<Waiting> those = byPath.getOrDefault(less.path(), List.of());
        for (Waiting each : List.copyOf(those)) {
            if (each.holder() != holder) {
                continue;
            }
            those.remove(each);
            uncount(holder);
            long rest = each.share().amount() - less.amount();
            if (less.use() == Share.Use.SHARED && rest > 0) {
                add(holder, new Share(less.path(), rest, less.use()));
            }
            break;
        }
        if (those.isEmpty()) {
            byPath.remove(less.path());
        }
    }

    /// Follows a vertex to another path.
    void rename(String from, String to) {
        takeBelow(from)
                .forEach((holder, shares) -> shares.forEach(share -> add(
                        holder, new Share(to + share.path().substring(from.length()), share.amount(), share.use()))));
    }

    /// Drops a holder's shares at and below a path.
    void remove(long holder, String path) {
        if (!counts.containsKey(holder)) {
            return;
        }
        Iterator<List<Waiting>> lists = byPath.values().iterator();
        while (lists.hasNext()) {
            List<Waiting> those = lists.next();
            those.removeIf(each -> {
                boolean isIt = each.holder() == holder && each.share().isBelow(path);
                if (isIt) {
                    uncount(holder);
                }
                return isIt;
            });
            if (those.isEmpty()) {
                lists.remove();
            }
        }
    }

    /// Drops all shares of a holder.
    void remove(long holder) {
        remove(holder, "");
    }
}
