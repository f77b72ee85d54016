package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.names.GoQuoting;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// An IPv4 or IPv6 address.
final class Address {
    private static final Pattern FOUR = Pattern.compile(
            "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}");
    private static final Pattern SIX = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final byte[] bytes;

    private Address(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @throws CelFailure in Kubernetes' words
    static Address parse(String text) {
        String quoted = GoQuoting.of(text);
        if (text.contains("%")
                && SIX.matcher(text.substring(0, text.indexOf('%'))).matches()) {
            throw new CelEvaluationFailure("IP address " + quoted + " with zone value is not allowed");
        }
        if (!FOUR.matcher(text).matches() && !SIX.matcher(text).matches()) {
            throw unreadable(text, "unable to parse IP");
        }
        byte[] bytes;
        try {
            // The text has only hexadecimal digits and separators, so this causes no DNS query.
            bytes = InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw unreadable(text, "unable to parse IP");
        }
        if (bytes.length == 4 && text.contains(":")) {
            throw new CelEvaluationFailure("IPv4-mapped IPv6 address " + quoted + " is not allowed");
        }
        return new Address(bytes);
    }

    private static CelEvaluationFailure unreadable(String text, String problem) {
        return new CelEvaluationFailure("IP Address %s parse error during conversion from string: ParseAddr(%s): %s"
                .formatted(GoQuoting.of(text), GoQuoting.of(text), problem));
    }

    boolean isFour() {
        return bytes.length == 4;
    }

    int bits() {
        return bytes.length * 8;
    }

    boolean isUnspecified() {
        return inet().isAnyLocalAddress();
    }

    boolean isLoopback() {
        return inet().isLoopbackAddress();
    }

    boolean isLinkLocalMulticast() {
        return isFour()
                ? bytes[0] == (byte) 224 && bytes[1] == 0 && bytes[2] == 0
                : bytes[0] == (byte) 0xff && (bytes[1] & 0x0f) == 2;
    }

    boolean isLinkLocalUnicast() {
        return inet().isLinkLocalAddress();
    }

    boolean isGlobalUnicast() {
        boolean isBroadcast = isFour() && Arrays.equals(bytes, new byte[] {-1, -1, -1, -1});
        return !isBroadcast
                && !isUnspecified()
                && !isLoopback()
                && !inet().isMulticastAddress()
                && !isLinkLocalUnicast();
    }

    /// With all bits behind the first ones zero.
    Address masked(int first) {
        byte[] masked = bytes.clone();
        for (int bit = first; bit < bits(); bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return new Address(masked);
    }

    private InetAddress inet() {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Address address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// Returns the canonical form.
    @Override
    public String toString() {
        return isFour() ? String.valueOf(inet().getHostAddress()) : six();
    }

    private String six() {
        int[] groups = new int[8];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int from = -1;
        int length = 1;
        for (int i = 0; i < groups.length; i++) {
            int zeros = 0;
            while (i + zeros < groups.length && groups[i + zeros] == 0) {
                zeros++;
            }
            if (zeros > length) {
                from = i;
                length = zeros;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i == from) {
                text.append("::");
                i += length - 1;
            } else {
                text.append(text.isEmpty() || text.charAt(text.length() - 1) == ':' ? "" : ":");
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
