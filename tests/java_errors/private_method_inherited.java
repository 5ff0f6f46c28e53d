class A { static class Base { private int find(Object o) { return 1; } }
static class Sub extends Base { int get() { return find("x"); } } }
