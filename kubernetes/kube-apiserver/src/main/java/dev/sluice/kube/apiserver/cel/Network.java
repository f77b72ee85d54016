package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.names.GoQuoting;

/// A CIDR such as `10.0.0.0/8`.
record Network(Address address, int bits) {

    /// @throws CelFailure in Kubernetes' words
    static Network parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw unreadable(text, "no '/'");
        }
        Address address;
        try {
            address = Address.parse(text.substring(0, slash));
        } catch (CelEvaluationFailure e) {
            throw unreadable(
                    text, "ParseAddr(%s): unable to parse IP".formatted(GoQuoting.of(text.substring(0, slash))));
        }
        String length = text.substring(slash + 1);
        if (!length.matches("0|[1-9][0-9]{0,2}")) {
            throw unreadable(text, "bad bits after slash: " + GoQuoting.of(length));
        }
        int bits = Integer.parseInt(length);
        if (bits > address.bits()) {
            throw unreadable(text, "prefix length out of range");
        }
        return new Network(address, bits);
    }

    private static CelEvaluationFailure unreadable(String text, String problem) {
        // Kubernetes says it twice.
        String why = "network address parse error during conversion from string: ";
        return new CelEvaluationFailure(why + why + "netip.ParsePrefix(" + GoQuoting.of(text) + "): " + problem);
    }

    boolean contains(Address other) {
        return other.bits() == address.bits() && other.masked(bits).equals(address.masked(bits));
    }

    boolean contains(Network other) {
        return bits <= other.bits && contains(other.address);
    }

    Network masked() {
        return new Network(address.masked(bits), bits);
    }

    @Override
    public String toString() {
        return address + "/" + bits;
    }
}
