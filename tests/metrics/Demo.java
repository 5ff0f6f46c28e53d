interface Shape { float area(); }
class Square implements Shape {
    final float a;
    public Square(float a) { super(); this.a = a; }
    public float area() { return a*a; }
}
class Composite implements Shape {
    final Shape x, y;
    public Composite(Shape x, Shape y) { super(); this.x = x; this.y = y; }
    public float area() { float a1 = x.area(); float a2 = y.area(); return a1 + a2; }
}
public class Demo {
    public static void main(String[] args) {
        Shape s1 = new Square(2);
        Shape s2 = new Composite(s1, s1);
        sumAreas(new Shape[] { s1, s2, s1 });
    }
    static float sumAreas(Shape[] ss) {
        float sum = 0; int i = 0;
        while (true) {
            if (i >= ss.length) return sum;
            else sum += ss[i++].area();
        }
    }
}
