package dev.sluice.kube.apiserver.schema;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Versions of a group, the one that clients should prefer first: `v2`, `v1`, `v2beta1`, `v1alpha1`, and others by
/// name.
enum VersionOrder implements Comparator<String> {
    BEST_FIRST;

    private static final Pattern VERSION = Pattern.compile("v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?");

    @Override
    public int compare(String one, String other) {
        Matcher ours = VERSION.matcher(one);
        Matcher theirs = VERSION.matcher(other);
        boolean isOurs = ours.matches();
        boolean isTheirs = theirs.matches();
        if (!isOurs || !isTheirs) {
            return isOurs == isTheirs ? one.compareTo(other) : Boolean.compare(isTheirs, isOurs);
        }
        int byStage = Integer.compare(stage(theirs.group(2)), stage(ours.group(2)));
        if (byStage != 0) {
            return byStage;
        }
        int byMajor = Long.compare(Long.parseLong(theirs.group(1)), Long.parseLong(ours.group(1)));
        return byMajor != 0 ? byMajor : Long.compare(minor(theirs.group(3)), minor(ours.group(3)));
    }

    private static int stage(@Nullable String word) {
        if (word == null) {
            return 2;
        }
        return word.equals("beta") ? 1 : 0;
    }

    private static long minor(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
