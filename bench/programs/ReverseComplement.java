/** The complement of DNA sequences, read backwards, in lines of sixty letters. */
final class ReverseComplement extends Benchmark {
    private static final String LETTERS = "ACGTUMRWSYKVHDBN", COMPLEMENTS = "TGCAAKYWSRMBDHVN";

    private static char[] table() {
        char[] table = new char[128];
        for (int i = 0; i < LETTERS.length(); i++) {
            table[LETTERS.charAt(i)] = COMPLEMENTS.charAt(i);
            table[LETTERS.charAt(i) | 0x20] = COMPLEMENTS.charAt(i);
        }
        return table;
    }

    private static void reverse(char[] text, int from, int to, char[] table, StringBuilder out) {
        int column = 0;
        for (int i = to - 1; i >= from; i--) {
            if (text[i] == '\n') continue;
            if (column == 60) {
                out.append('\n');
                column = 0;
            }
            out.append(table[text[i]]);
            column++;
        }
        out.append('\n');
    }

    long run() {
        char[] text = new Fasta().sequences(50000).toCharArray(), table = table();
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length;) {
            int line = at;
            while (text[line] != '\n') line++;
            out.append(text, at, line + 1 - at);
            int end = line + 1;
            while (end < text.length && text[end] != '>') end++;
            reverse(text, line + 1, end, table, out);
            at = end;
        }
        return out.toString().hashCode();
    }

    long answer() {
        return 2131267784;
    }

    public static void main(String[] arguments) {
        new ReverseComplement().start(arguments);
    }
}
