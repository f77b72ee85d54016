package dev.sluice.scheduling.machine;

import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Shares of vertices that are not there: their node has been removed and may return, or has not been reported yet.
///
/// They are found by holder and path, and an index tells which holders wait for a path. Neither other holders nor
/// other paths cost anything.
///
/// Paths begin with a node's name. Shares of older records have full paths instead; releases find these, too.
final class WaitingShares {
    private final Map<Long, NavigableMap<String, List<Share>>> byHolder = new HashMap<>();
    private final NavigableMap<String, Set<Long>> holdersAt = new TreeMap<>();

    boolean isEmpty() {
        return byHolder.isEmpty();
    }

    void add(long holder, Share share) {
        byHolder.computeIfAbsent(holder, _ -> new TreeMap<>())
                .computeIfAbsent(share.path(), _ -> new ArrayList<>())
                .add(share);
        holdersAt.computeIfAbsent(share.path(), _ -> new LinkedHashSet<>()).add(holder);
    }

    /// Removes and returns the shares of a vertex and everything below it, by holder.
    Map<Long, List<Share>> takeBelow(String path) {
        Set<Long> holders = new LinkedHashSet<>(holdersAt.getOrDefault(path, Set.of()));
        below(holdersAt, path).values().forEach(holders::addAll);
        Map<Long, List<Share>> found = new TreeMap<>();
        for (long holder : holders) {
            found.put(holder, of(holder, path));
            remove(holder, path);
        }
        return found;
    }

    /// Everything below a path sorts between path + '/' and path + '0', the next character.
    private static <T> SortedMap<String, T> below(NavigableMap<String, T> all, String path) {
        return all.subMap(path + "/", true, path + "0", false);
    }

    /// Returns the shares of a holder, in the order of their paths.
    List<Share> of(long holder) {
        List<Share> shares = new ArrayList<>();
        of(byHolder, holder).values().forEach(shares::addAll);
        return shares;
    }

    /// Returns a holder's shares at and below a path.
    List<Share> of(long holder, String at) {
        NavigableMap<String, List<Share>> all = of(byHolder, holder);
        String path = known(all, at);
        List<Share> shares = new ArrayList<>(all.getOrDefault(path, List.of()));
        below(all, path).values().forEach(shares::addAll);
        return shares;
    }

    private static NavigableMap<String, List<Share>> of(Map<Long, NavigableMap<String, List<Share>>> all, long holder) {
        NavigableMap<String, List<Share>> found = all.get(holder);
        return found == null ? new TreeMap<>() : found;
    }

    /// Takes an amount off a holder's shares of a vertex: off the last one first, as the graph does.
    void reduce(long holder, Share less) {
        NavigableMap<String, List<Share>> all = of(byHolder, holder);
        String path = known(all, less.path());
        List<Share> those = all.get(path);
        if (those == null) {
            return;
        }
        long left = less.amount();
        while (left > 0 && !those.isEmpty()) {
            Share last = those.removeLast();
            long rest = last.amount() - left;
            left -= last.amount();
            if (last.use() == Share.Use.SHARED && rest > 0) {
                those.add(new Share(last.path(), rest, last.use()));
            }
        }
        if (those.isEmpty()) {
            all.remove(path);
            forget(holder, path);
            if (all.isEmpty()) {
                byHolder.remove(holder);
            }
        }
    }

    /// Returns the full path that older records have for a path that begins with a node's name; the path itself if
    /// there is none.
    private static String known(NavigableMap<String, List<Share>> all, String path) {
        boolean isOld = !path.startsWith("/")
                && !all.isEmpty()
                && all.firstKey().startsWith("/")
                && !all.containsKey(path)
                && below(all, path).isEmpty();
        if (isOld) {
            for (String each : all.headMap("0").keySet()) {
                int start = (each + "/").indexOf("/" + path + "/");
                if (start >= 0) {
                    return each.substring(0, start + 1 + path.length());
                }
            }
        }
        return path;
    }

    /// Follows a vertex to another path.
    void rename(String from, String to) {
        takeBelow(from)
                .forEach((holder, shares) -> shares.forEach(share -> add(
                        holder, new Share(to + share.path().substring(from.length()), share.amount(), share.use()))));
    }

    /// Drops a holder's shares at and below a path.
    void remove(long holder, String at) {
        NavigableMap<String, List<Share>> all = byHolder.get(holder);
        if (all == null) {
            return;
        }
        String path = known(all, at);
        SortedMap<String, List<Share>> below = below(all, path);
        below.keySet().forEach(each -> forget(holder, each));
        below.clear();
        if (all.remove(path) != null) {
            forget(holder, path);
        }
        if (all.isEmpty()) {
            byHolder.remove(holder);
        }
    }

    /// Drops all shares of a holder.
    void remove(long holder) {
        NavigableMap<String, List<Share>> all = isEmpty() ? null : byHolder.remove(holder);
        if (all != null) {
            all.keySet().forEach(path -> forget(holder, path));
        }
    }

    private void forget(long holder, String path) {
        Set<Long> holders = holdersAt.get(path);
        if (holders != null && holders.remove(holder) && holders.isEmpty()) {
            holdersAt.remove(path);
        }
    }
}
