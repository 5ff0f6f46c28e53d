import java.util.HashMap;
import java.util.Map;

/** Counts the pieces of one to eighteen letters in a DNA sequence with hash maps. */
final class KNucleotide extends Benchmark {
    private static Map<String, Integer> count(String sequence, int length) {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i + length <= sequence.length(); i++) {
            String piece = sequence.substring(i, i + length);
            Integer seen = counts.get(piece);
            counts.put(piece, seen == null ? 1 : seen + 1);
        }
        return counts;
    }

    private static String third(String text) {
        StringBuilder sequence = new StringBuilder();
        int start = text.indexOf('\n', text.indexOf(">THREE")) + 1;
        for (int i = start; i < text.length(); i++)
            if (text.charAt(i) != '\n') sequence.append(text.charAt(i));
        return sequence.toString().toUpperCase();
    }

    long run() {
        String sequence = third(new Fasta().sequences(10000));
        long sum = 0;
        for (int length = 1; length <= 2; length++)
            for (Map.Entry<String, Integer> entry : count(sequence, length).entrySet())
                sum += (long) entry.getKey().hashCode() * entry.getValue();
        for (String piece : new String[] {"GGT", "GGTA", "GGTATT", "GGTATTTTAATT", "GGTATTTTAATTTATAGT"})
            sum = sum * 31 + count(sequence, piece.length()).getOrDefault(piece, 0);
        return sum;
    }

    long answer() {
        return 3495615864605302L;
    }

    public static void main(String[] arguments) {
        new KNucleotide().start(arguments);
    }
}
