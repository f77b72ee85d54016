package dev.sluice.runtime.id;

import java.util.Arrays;
import java.util.OptionalLong;

/// Identifiers as people read and type them: Flux's F58 (RFC 19), the letter `ƒ` or `f` and the number in base 58, an
/// alphabet without the look-alikes `0 O I l`. `f6QvA3Q` is easier on the eye than 218735214592.
public final class F58 {
    private static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private static final int BASE = ALPHABET.length();
    private static final int[] DIGIT_OF = digits();

    /// 58^11 exceeds what 64 bits hold, so no valid text has more digits.
    private static final int DIGITS_MAX = 11;

    private F58() {}

    public static String encode(long id) {
        char[] text = new char[DIGITS_MAX + 1];
        int start = text.length;
        long rest = id;
        do {
            text[--start] = ALPHABET.charAt((int) Long.remainderUnsigned(rest, BASE));
            rest = Long.divideUnsigned(rest, BASE);
        } while (rest != 0);
        text[--start] = 'f';
        return new String(text, start, text.length - start);
    }

    /// Empty if the text is not F58 or does not fit 64 bits.
    public static OptionalLong decode(String text) {
        int digits = text.length() - 1;
        if (digits < 1 || digits > DIGITS_MAX || (text.charAt(0) != 'f' && text.charAt(0) != 'ƒ')) {
            return OptionalLong.empty();
        }
        long id = 0;
        for (int i = 1; i <= digits; i++) {
            int digit = text.charAt(i) < DIGIT_OF.length ? DIGIT_OF[text.charAt(i)] : -1;
            boolean overflows = Long.compareUnsigned(id, Long.divideUnsigned(-1L - Math.max(digit, 0), BASE)) > 0;
            if (digit < 0 || overflows) {
                return OptionalLong.empty();
            }
            id = id * BASE + digit;
        }
        return OptionalLong.of(id);
    }

    private static int[] digits() {
        int[] digits = new int[128];
        Arrays.fill(digits, -1);
        for (int i = 0; i < BASE; i++) {
            digits[ALPHABET.charAt(i)] = i;
        }
        return digits;
    }
}
