import java.util.*;

/** Formatter: what comes out, and every way in which a format can be wrong. */
public class Formats {
    static void tell(String format, Object... arguments) {
        try {
            System.out.println(format + ": [" + String.format(format, arguments) + "]");
        } catch (RuntimeException wrong) {
            System.out.println(format + ": " + wrong);
        }
    }

    public static void main(String[] arguments) {
        tell("%.1f %.1f %.2f %.2f %.3f %.0f %.0f %.0f", 0.15, 0.25, 1.005, 0.125, 1e22, 0.5, 1.5, 2.5);
        tell("%.20f", 0.1);
        tell("%.1f", 0.05f);
        tell("%.2f", 0.005);
        tell("%f", 1e300);
        tell("%.15f", 0.1+0.2);
        tell("%.17f", 0.1+0.2);
        tell("%.0f", 0.49999999999999994);
        tell("%5");
        tell("%");
        tell("%5.d", 1);
        tell("%q", 1);
        tell("%-d", 1);
        tell("%0d", 1);
        tell("%-05d", 1);
        tell("%+ d", 1);
        tell("%00d", 1);
        tell("%0$s", 1);
        tell("%s");
        tell("%2$s", 1);
        tell("%<s", 1);
        tell("%d", "x");
        tell("%c", 0x110000);
        tell("%c", "x");
        tell("%f", 1);
        tell("%x", 1.0);
        tell("%,x", 1);
        tell("%#d", 1);
        tell("%#s", 1);
        tell("%.2d", 1);
        tell("%.2c", 'x');
        tell("%5n");
        tell("%-n");
        tell("%-%");
        tell("%5%|%-5%|%%");
        tell("%05%");
        tell("%.2%");
        tell("%t", 1);
        tell("%99999999999d", 1);
        tell("%99999999999$d", 1);
        tell("%.99999999999f", 1.0);
        tell("%+x", 1);
        tell("%(x", -1);
        tell("% s", "a");
        tell("%,s", "a");
        tell("%#b", true);
        tell("%-s", "a");
        tell("%H %h", "hi", null);
        tell("%S %B %C", "stra\u00dfe", true, 'x');
        tell("%X %#x %#o %o", -1, 255, 8, -1L);
        tell("%08.2f|%+.2f|%(.2f|% .3f|%,.2f|%-10.1f|", 3.14159, 2.5, -2.5, 1.0, 1234567.891, 2.25);
        tell("%e %.2e %E %.0e %#.0e %12.3e|%-12.1e|%012.2e", 12345.678, 0.000123, 1e100, 5.5, 5.5, 1.0, -1.0, 9.999e9);
        tell("%g %g %g %.3g %g %g %.0g %G", 1.0, 0.0001, 0.00001, 123456.0, 1e10, 0.0, 12.0, 1e-10);
        tell("%a %a %A", 1.0, -0.1, 1e10);
        tell("%f %e %g %.1f", Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0);
        tell("%010f|%(10.1f|%+f", Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        tell("%,d %,d %(,d %010d %,010d %+d % d", 1234567, -1234567, -1234567, -123, 1234567, 5, 5);
        tell("%b %b %b %5b|%-7b|%.2b", null, "x", false, true, false, true);
        tell("%d %s %x %c", (Object)null, null, null, null);
        tell("%s %10s|%-10s|%.2s|%10.3s|", "abc", "abc", "abc", "abc", "abcdef");
        tell("%1$s %2$s %1$s %s %s", "a", "b");
        tell("%s %<s %s %<s", 1, 2);
        tell("%x %x %x %X", (byte)-1, (short)-1, -1, -1L);
        tell("%c%c%c", 65, (byte)66, (short)67);
        tell("%c", 0x1F600);
        tell("%n");
        tell("%s", (Object[]) null);
        tell("%d%%", 50);
        tell("%08x %#010x", 255, 255);
        tell("%-8x|%8x|", 255,255);
        tell("%d", Long.MIN_VALUE);
        tell("%,d", Long.MIN_VALUE);
        tell("%h", 42);
        tell("%f", 123456789.0f);
        tell("%.3f", 1.1f);
        tell("%s", new int[0].getClass());
        tell("%s %s", new ArrayList<>(List.of(1,2)), Map.of("a",1));
        tell("%5c|%-5c|%C", 'a','b','c');
        tell("%o %o", 8L, -8);
        tell("%s", 1.0f);
        tell("%.10g", Math.PI);
        tell("%#g", 1.0);
        tell("%10a|%-20a|%020a", 1.0,1.0,1.0);
        tell("%D",1);
        tell("%F", 1.0);
        tell("%(f", -1.0);
        tell("%(e", -1.0);
        tell("%,g %,.2f", 123456.0, 0.5);
        tell("%g", 999999.5);
        tell("%g",0.00009999999);
        tell("%.1f", 9.95);
        tell("%.1e", 9.96);
        tell("%.3f", 1e-10);
        tell("%.12f", 1e-10);
        tell("%e", 0.0);
        tell("%e", -0.0);
        tell("%e", Double.MIN_VALUE);
        tell("%f", Double.MAX_VALUE);
        tell("%.3f", 2.0005);
        tell("%.2f", 100.0);
        tell("%5.1f|", -0.04);
        tell("%.1f", 0.95);
        tell("%.0f", 9.5);
        tell("%x", -255L);
        tell("%+d", -5);
        tell("%-+5d|", 5);
        tell("%z");
        tell("abc%");
        tell("%l",1);
        tell("%1$",1);
        tell("%.f",1.0);
        tell("%#x",0);
        tell("%-5", 1);
        tell("%<d");
        tell("%3$s %s", 1, 2);
        tell("%2147483648d",1);
        tell("%-0d",1);
        tell("%- d",1);
        tell("%(s","x");
        tell("%0s","x");
        tell("%05s","x");
        tell("%#c",'x');
        tell("%#n");
        tell("%0%");
        tell("%,o",1);
        tell("%,e",1.0);
        tell("%(a",1.0);
        tell("%,a",1.0);
        tell("%+h","x");
        tell("%+s|%#H", "x", "y");
        tell("%-5s%n", "a");
        tell("%s", (Object) new String[0].length);
        System.out.printf("%s %d%n", "printf", 5).format(Locale.ROOT, "%x|", 255).append('c').append("text", 1, 3).println();
        Formatter formatter = new Formatter(new StringBuilder("given "));
        System.out.println(formatter.format("%d", 1).format("%s", "x").out());
        formatter.close();
        try {
            formatter.format("x");
        } catch (FormatterClosedException closed) {
            System.out.println(closed);
        }
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            double d = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 4);
            System.out.println(String.format("%f %.2f %e %.3g %10.1f|%-12.4f|%,.3f %012.5f", d, d, d, d, d, d, d, d));
        }
    }
}
