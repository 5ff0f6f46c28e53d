public class Calls {
    static int rare(int k) { return k > 0 ? rare(k - 1) + 1 : 0; }
    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 20000; i++) sum += rare(i % 4) + Math.abs(i);
        System.out.println(sum);
    }
}
