package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// The CEL functions of IP addresses and CIDRs: `ip`, `cidr` and their members.
final class AddressFunctions extends FunctionLibrary {
    private static final Of TEXT = of(SimpleType.STRING, String.class);
    private static final Of IP = of(KubeTypes.IP, Address.class);
    private static final Of CIDR = of(KubeTypes.CIDR, Network.class);

    AddressFunctions() {
        global("ip", "string_to_ip", KubeTypes.IP, List.of(TEXT), args -> Address.parse((String) args[0]));
        global("isIP", "is_ip", SimpleType.BOOL, List.of(TEXT), args -> is(Address::parse, args[0]));
        global(
                "ip.isCanonical",
                "ip_is_canonical",
                SimpleType.BOOL,
                List.of(TEXT),
                args -> Address.parse((String) args[0]).toString().equals(args[0]));
        global("string", "ip_to_string", SimpleType.STRING, List.of(IP), args -> args[0].toString());
        member("family", "ip_family", SimpleType.INT, List.of(IP), args -> ((Address) args[0]).isFour() ? 4L : 6L);
        ask("isUnspecified", "ip_is_unspecified", Address::isUnspecified);
        ask("isLoopback", "ip_is_loopback", Address::isLoopback);
        ask("isLinkLocalMulticast", "ip_is_link_local_multicast", Address::isLinkLocalMulticast);
        ask("isLinkLocalUnicast", "ip_is_link_local_unicast", Address::isLinkLocalUnicast);
        ask("isGlobalUnicast", "ip_is_global_unicast", Address::isGlobalUnicast);
        networks();
    }

    private void networks() {
        global("cidr", "string_to_cidr", KubeTypes.CIDR, List.of(TEXT), args -> Network.parse((String) args[0]));
        global("isCIDR", "is_cidr", SimpleType.BOOL, List.of(TEXT), args -> is(Network::parse, args[0]));
        global("string", "cidr_to_string", SimpleType.STRING, List.of(CIDR), args -> args[0].toString());
        member(
                "containsIP",
                "cidr_contains_ip_string",
                SimpleType.BOOL,
                List.of(CIDR, TEXT),
                args -> ((Network) args[0]).contains(Address.parse((String) args[1])));
        member(
                "containsIP",
                "cidr_contains_ip_ip",
                SimpleType.BOOL,
                List.of(CIDR, IP),
                args -> ((Network) args[0]).contains((Address) args[1]));
        member(
                "containsCIDR",
                "cidr_contains_cidr_string",
                SimpleType.BOOL,
                List.of(CIDR, TEXT),
                args -> ((Network) args[0]).contains(Network.parse((String) args[1])));
        member(
                "containsCIDR",
                "cidr_contains_cidr",
                SimpleType.BOOL,
                List.of(CIDR, CIDR),
                args -> ((Network) args[0]).contains((Network) args[1]));
        ofNetwork("ip", "cidr_ip", KubeTypes.IP, Network::address);
        ofNetwork("prefixLength", "cidr_prefix_length", SimpleType.INT, network -> (long) network.bits());
        ofNetwork("masked", "cidr_masked", KubeTypes.CIDR, Network::masked);
    }

    private void ask(String name, String id, Predicate<Address> question) {
        member(name, id, SimpleType.BOOL, List.of(IP), args -> question.test((Address) args[0]));
    }

    private void ofNetwork(String name, String id, CelType result, Function<Network, Object> body) {
        member(name, id, result, List.of(CIDR), args -> body.apply((Network) args[0]));
    }

    private static boolean is(Consumer<String> parse, Object text) {
        try {
            parse.accept((String) text);
            return true;
        } catch (CelEvaluationFailure e) {
            return false;
        }
    }
}
