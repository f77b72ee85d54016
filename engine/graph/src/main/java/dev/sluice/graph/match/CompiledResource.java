package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A resource request in the type numbers of one graph, with the least that one such resource must have below it.
final class CompiledResource {
    /// The type number of slots, which are not vertices.
    static final int SLOT = -2;

    /// The type number of a type that the graph does not have.
    static final int UNKNOWN = -3;

    static final CompiledResource[] NOTHING = {};

    /// More than any machine has of any type: a thousand petabytes in bytes. Two of them do not overflow.
    private static final long NEED_MAX = 1L << 60;

    final int type;
    final boolean isSlot;
    final boolean isOrSlot;
    final boolean isExclusive;
    /// Whether a slot packed later may be better than one packed before, since it takes fewer vertices. Then all
    /// candidates must be known before the best slot is.
    final boolean isUnevenInSlot;

    final Count count;
    /// The largest acceptable count.
    final long most;

    /// The resources in one of these; for or-slots, one of each type that any of them contains.
    final CompiledResource[] with;

    /// The same in parts: each part is searched for in what the parts before it leave.
    final CompiledResource[][] parts;

    /// As the jobspec has them: slots with equal content are alike.
    final List<ResourceRequest> content;

    /// For or-slots: how many slots each kind requests. There must be that many in total.
    final Count[] countsOfKinds;

    /// For or-slots: the contents of each kind of slot.
    final CompiledResource[][] alternatives;

    /// The least that one of these needs, by counted type.
    private final long[] needs;

    /// The counted types of which one of these needs any, and how much, itself included if it has such a type.
    private final int[] neededTypes;

    private final long[] neededAmounts;

    private CompiledResource(ResourceRequest request, ResourceGraph graph, Layout layout, boolean inSlot) {
        this.isSlot = request.isSlot();
        this.isOrSlot = request.type().equals(ResourceRequest.OR_SLOT);
        int number = isSlot ? SLOT : graph.typeNumber(request.type());
        this.type = !isSlot && number < 0 ? UNKNOWN : number;
        this.isExclusive = request.exclusive().orElse(false);
        this.isUnevenInSlot = inSlot && layout.isUneven(type);
        this.count = request.count();
        this.most = count.largestAvailable(count.max());
        this.with = compile(request.with(), graph, layout, inSlot || isSlot);
        this.parts = parts(with);
        this.content = request.with();
        this.countsOfKinds = new Count[] {count};
        this.alternatives = new CompiledResource[][] {with};
        this.needs = needs(with, layout);
        // Where vertices have several parents, what lies below one may count elsewhere.
        boolean whole = (isExclusive || (inSlot && !isSlot)) && graph.isTree();
        for (int i = 0; i < needs.length && whole && type >= 0; i++) {
            needs[i] = Math.max(needs[i], Math.min(layout.leastTotal(type, i), NEED_MAX));
        }
        this.neededTypes = neededTypes(layout);
        this.neededAmounts = neededAmounts(layout);
    }

    /// Combines or-slots, of which any mixture may be granted, as many in total as the last one requests.
    private CompiledResource(List<CompiledResource> orSlots, Layout layout) {
        CompiledResource last = orSlots.getLast();
        this.isSlot = true;
        this.isOrSlot = true;
        this.type = SLOT;
        this.isExclusive = false;
        this.isUnevenInSlot = false;
        this.count = last.count;
        this.most = last.most;
        this.content = last.content;
        this.countsOfKinds = orSlots.stream().map(kind -> kind.count).toArray(Count[]::new);
        this.alternatives = new CompiledResource[orSlots.size()][];
        List<CompiledResource> union = new ArrayList<>();
        for (int i = 0; i < alternatives.length; i++) {
            alternatives[i] = orSlots.get(i).with;
            for (CompiledResource part : alternatives[i]) {
                addLargest(union, part);
            }
        }
        this.with = union.toArray(NOTHING);
        this.parts = new CompiledResource[][] {with};
        this.needs = orSlots.size() == 1 ? last.needs : new long[layout.countedCount()];
        this.neededTypes = neededTypes(layout);
        this.neededAmounts = neededAmounts(layout);
    }

    private int[] neededTypes(Layout layout) {
        return IntStream.range(0, needs.length)
                .filter(counted -> need(counted, layout) > 0)
                .toArray();
    }

    private long[] neededAmounts(Layout layout) {
        return Arrays.stream(neededTypes)
                .mapToLong(counted -> need(counted, layout))
                .toArray();
    }

    /// Of each type, the request with the largest minimum finds what all of them need.
    private static void addLargest(List<CompiledResource> union, CompiledResource part) {
        for (int i = 0; i < union.size(); i++) {
            if (union.get(i).type == part.type) {
                if (part.count.min() > union.get(i).count.min()) {
                    union.set(i, part);
                }
                return;
            }
        }
        union.add(part);
    }

    /// Splits a list into the parts that are placed one after another. Resources of different types do not compete for
    /// vertices and are one part. Beside a slot, or another resource of the same type, each is a part of its own.
    static CompiledResource[][] parts(CompiledResource[] list) {
        boolean compete = list.length > 1 && hasSlots(list);
        for (int i = 0; i < list.length; i++) {
            compete |= indexOf(list, list[i].type) != i;
        }
        if (!compete) {
            return new CompiledResource[][] {list};
        }
        CompiledResource[][] parts = new CompiledResource[list.length][];
        for (int i = 0; i < list.length; i++) {
            parts[i] = new CompiledResource[] {list[i]};
        }
        return parts;
    }

    static CompiledResource[] compile(List<ResourceRequest> requests, ResourceGraph graph, Layout layout) {
        return compile(requests, graph, layout, false);
    }

    private static CompiledResource[] compile(
            List<ResourceRequest> requests, ResourceGraph graph, Layout layout, boolean inSlot) {
        List<CompiledResource> wanted = new ArrayList<>();
        List<CompiledResource> orSlots = new ArrayList<>();
        for (ResourceRequest request : requests) {
            CompiledResource one = new CompiledResource(request, graph, layout, inSlot);
            (one.isOrSlot ? orSlots : wanted).add(one);
        }
        if (!orSlots.isEmpty()) {
            wanted.add(new CompiledResource(orSlots, layout));
        }
        return wanted.toArray(NOTHING);
    }

    /// The least that all resources of a list need together, by counted type.
    static long[] needs(CompiledResource[] list, Layout layout) {
        long[] needs = new long[layout.countedCount()];
        for (CompiledResource part : list) {
            long least = Math.min(part.count.min(), NEED_MAX);
            int counted = layout.counted(part.type);
            for (int i = 0; i < needs.length; i++) {
                // A counted resource is requested by amount, not by vertex.
                long each = counted == i ? 1 : part.needs[i];
                long all = each > 0 && least > NEED_MAX / each ? NEED_MAX : each * least;
                needs[i] = Math.min(needs[i] + all, NEED_MAX);
            }
        }
        return needs;
    }

    static boolean hasSlots(CompiledResource[] list) {
        for (CompiledResource wanted : list) {
            if (wanted.isSlot) {
                return true;
            }
        }
        return false;
    }

    /// The index of the first resource of a type, or -1.
    static int indexOf(CompiledResource[] list, int type) {
        for (int i = 0; i < list.length; i++) {
            if (list[i].type == type) {
                return i;
            }
        }
        return -1;
    }

    /// The least that one of these needs of a counted type, including itself if it has that type.
    long need(int counted, Layout layout) {
        return layout.counted(type) == counted ? 1 : needs[counted];
    }

    /// How many counted types one of these needs. Most requests need few of those that a machine has.
    int neededCount() {
        return neededTypes.length;
    }

    /// The counted type of a need.
    int neededType(int i) {
        return neededTypes[i];
    }

    /// Lets the groups of a list count the planned types of which one of these needs any.
    void countIn(Groups groups, Occupancy occupancy) {
        for (int counted : neededTypes) {
            if (!groups.counts(counted) && occupancy.availability().isPlanned(counted)) {
                occupancy.count(groups, counted);
            }
        }
    }

    /// Marks the counted types that are asked for by name, at any depth.
    void markAsked(boolean[] asked, Layout layout) {
        if (layout.counted(type) != Layout.NOT_COUNTED) {
            asked[layout.counted(type)] = true;
        }
        for (CompiledResource[] kind : alternatives) {
            for (CompiledResource inside : kind) {
                inside.markAsked(asked, layout);
            }
        }
    }

    /// The amount of a need, as [#need] gives it for the type.
    long neededAmount(int i) {
        return neededAmounts[i];
    }
}
