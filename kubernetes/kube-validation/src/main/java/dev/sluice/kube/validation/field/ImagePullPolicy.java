package dev.sluice.kube.validation.field;

/// The pull policy that an image has if none is given.
public final class ImagePullPolicy {
    private ImagePullPolicy() {}

    /// An image without a tag, or with the moving one, is looked up anew every time.
    public static String defaultOf(String image) {
        int digest = image.indexOf('@');
        if (digest >= 0) {
            return "IfNotPresent";
        }
        int tag = image.lastIndexOf(':');
        boolean isTagged = tag > image.lastIndexOf('/');
        return isTagged && !image.substring(tag + 1).equals("latest") ? "IfNotPresent" : "Always";
    }
}
