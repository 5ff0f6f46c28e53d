/** What System.out says when nobody takes what is printed. */
public class Refused {
    public static void main(String[] arguments) {
        for (int i = 0; i < 20000; i++) System.out.println("line " + i);
        System.err.println(System.out.checkError());
    }
}
